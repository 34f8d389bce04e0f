import { z } from 'zod';
import { intakeDraft } from '../intake.contract.ts';

/** A draft that the server does not have yet, and the version that it was made from. */
const unsavedDraft = z.object({ version: z.int(), draft: intakeDraft });
export type UnsavedDraft = z.infer<typeof unsavedDraft>;

const keyOf = (userId: string) => `commonhold.intake.draft.${userId}`;
const unreadableKeyOf = (userId: string) => `commonhold.intake.setAside.${userId}`;

/** This browser's copy of a person's draft; one that cannot be read is stored as unreadable. */
export function readUnsaved(userId: string): UnsavedDraft | null {
  try {
    const text = localStorage.getItem(keyOf(userId));
    if (text === null) return null;
    const read = unsavedDraft.safeParse(parsed(text));
    if (read.success) return read.data;
    localStorage.setItem(unreadableKeyOf(userId), text);
    localStorage.removeItem(keyOf(userId));
    const places = read.error.issues.map(({ path }) => path.join('.'));
    console.warn(
      'A draft of the intake wizard in this browser cannot be read; it is stored under another key.',
      places,
    );
    return null;
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function storeUnsaved(userId: string, unsaved: UnsavedDraft | null): void {
  try {
    if (unsaved === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(unsaved));
  } catch {
    // A full or forbidden storage only loses unsaved changes when the page is closed.
  }
}
