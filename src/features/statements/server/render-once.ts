import { and, eq } from 'drizzle-orm';
import { drawnDocuments } from '#db/schema/statements.ts';
import { present } from '#kernel/assert.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { keepDrawn, type RenderedKey } from './keep-drawn.ts';

async function storedBytes(
  { db }: Platform,
  { userId, kind, subject }: RenderedKey,
): Promise<Uint8Array | null> {
  const [found] = await db
    .select({ bytes: drawnDocuments.bytes })
    .from(drawnDocuments)
    .where(
      and(
        eq(drawnDocuments.userId, userId),
        eq(drawnDocuments.kind, kind),
        eq(drawnDocuments.subject, subject),
      ),
    );
  return found ? new Uint8Array(found.bytes) : null;
}

/** A document's bytes: rendered when they are asked for first, outside any transaction, and the same from then on. */
export async function renderOnce(
  platform: Platform,
  key: RenderedKey,
  render: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const stored = await storedBytes(platform, key);
  if (stored) return stored;
  const bytes = new Uint8Array(await render());
  await keepDrawn({ platform, caller: { actor: systemActor('statements') } }, { ...key, bytes });
  return present(await storedBytes(platform, key), 'a document that was just rendered');
}
