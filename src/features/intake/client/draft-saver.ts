import { codeOf, isNetworkFailure, messageOf } from '#platform/browser/errors.ts';
import type { IntakeDraft, SavedDraft } from '../intake.contract.ts';
import { differingFields, emptyDraft } from '../intake.rules.ts';
import type { UnsavedDraft } from './unsaved-draft.ts';

/** Delay between the last change and its saving. */
const PAUSE_MS = 800;
/** Delay between a failed save and the next try. */
const RETRY_MS = 10_000;

export interface DraftState {
  /** The draft on the screen. */
  draft: IntakeDraft;
  /** The server's draft, as far as is known; null when it has none. */
  stored: SavedDraft | null;
  saving: 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused';
  /** Why it was refused, in words. */
  problem: string | null;
  /** Another version, saved elsewhere; someone has to choose. */
  conflict: { stored: SavedDraft | null } | null;
}

interface SaverPorts {
  save(input: { expectedVersion: number; draft: IntakeDraft }): Promise<SavedDraft>;
  load(): Promise<SavedDraft | null>;
  /** Stores unsaved changes in the browser; null when the server has everything. */
  store(unsaved: UnsavedDraft | null): void;
  /** Puts the server's newest draft into the cache, so that the next page does not begin with an older one. */
  share(stored: SavedDraft): void;
}

const contentOf = ({ propertyDetails, ownershipInfo, currentStep }: IntakeDraft): IntakeDraft => ({
  propertyDetails,
  ownershipInfo,
  currentStep,
});
const isSame = (a: IntakeDraft, b: IntakeDraft) =>
  a.currentStep === b.currentStep && differingFields(a, b).length === 0;

/**
 * Saves a draft on the server a moment after each change, one save at a time. Reports when another tab or device has
 * saved in between. Unsaved changes are stored in the browser.
 */
export class DraftSaver {
  #state: DraftState;
  #pendingSave: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #ports: SaverPorts;

  constructor(ports: SaverPorts, stored: SavedDraft | null, unsaved: UnsavedDraft | null) {
    this.#ports = ports;
    const content = stored ? contentOf(stored) : emptyDraft;
    this.#state = { draft: content, stored, saving: 'saved', problem: null, conflict: null };
    if (unsaved && !stored?.completed && !isSame(unsaved.draft, content)) this.#restore(unsaved);
    else if (unsaved) ports.store(null);
  }

  #restore({ version, draft }: UnsavedDraft): void {
    const { stored } = this.#state;
    const isNext = version === (stored?.version ?? 0);
    const differs = differingFields(draft, stored ?? emptyDraft).length > 0;
    this.#state = { ...this.#state, draft, saving: 'unsaved' };
    if (!isNext && differs) this.#state = { ...this.#state, conflict: { stored } };
    else this.#saveAfter(0);
  }

  readonly state = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #saveAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  #isSaved(): boolean {
    const { draft, stored } = this.#state;
    return isSame(draft, stored ?? emptyDraft);
  }

  /** Shows changed values, and saves them after a pause. */
  change(draft: IntakeDraft): void {
    this.#ports.store({ version: this.#state.stored?.version ?? 0, draft });
    this.#set({ draft, saving: this.#state.saving === 'offline' ? 'offline' : 'unsaved' });
    this.#saveAfter(PAUSE_MS);
  }

  /** Saves unsaved changes now. @returns whether the server has everything */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#pendingSave) await this.#pendingSave;
    if (this.#state.conflict) return false;
    if (this.#isSaved()) {
      this.#ports.store(null);
      this.#set({ saving: 'saved', problem: null });
      return true;
    }
    this.#pendingSave = this.#save();
    await this.#pendingSave;
    return this.#state.saving === 'saved';
  }

  async #save(): Promise<void> {
    const { draft, stored } = this.#state;
    this.#set({ saving: 'saving' });
    try {
      this.accept(await this.#ports.save({ expectedVersion: stored?.version ?? 0, draft }));
    } catch (error) {
      await this.#failed(error);
    } finally {
      this.#pendingSave = null;
    }
  }

  /** Adopts the server's answer to a change that this screen sent. */
  accept(stored: SavedDraft): void {
    this.#ports.share(stored);
    this.#set({ stored, saving: 'saved', problem: null });
    if (this.#isSaved()) this.#ports.store(null);
    else {
      this.#ports.store({ version: stored.version, draft: this.#state.draft });
      this.#set({ saving: 'unsaved' });
      this.#saveAfter(PAUSE_MS);
    }
  }

  async #failed(error: unknown): Promise<void> {
    const isStale = ['DRAFT_CHANGED', 'ALREADY_SUBMITTED', 'NO_DRAFT'].includes(codeOf(error) ?? '');
    if (isStale) {
      await this.compare().catch(() => this.#set({ saving: 'offline' }));
    } else if (isNetworkFailure(error)) {
      this.#set({ saving: 'offline' });
      this.#saveAfter(RETRY_MS);
    } else {
      this.#set({ saving: 'refused', problem: messageOf(error) });
    }
  }

  /** Loads the server's draft, after it refused this version as stale. */
  async compare(): Promise<void> {
    const stored = await this.#ports.load();
    const { draft } = this.#state;
    if (stored?.completed) this.#replace(stored);
    else if (differingFields(draft, stored ?? emptyDraft).length > 0) {
      this.#set({ saving: 'unsaved', conflict: { stored } });
    } else {
      this.#set({ stored, saving: 'unsaved' });
      this.#saveAfter(0);
    }
  }

  #replace(stored: SavedDraft | null): void {
    this.#ports.store(null);
    const draft = stored ? contentOf(stored) : emptyDraft;
    this.#set({ draft, stored, saving: 'saved', problem: null, conflict: null });
  }

  /** Shows the draft that was saved elsewhere, unless something unsaved is on the screen: saving that leads to a conflict. */
  follow(stored: SavedDraft | null): void {
    const known = this.#state.stored;
    if (this.#pendingSave || this.#state.conflict) return;
    if ((stored?.version ?? 0) === (known?.version ?? 0)) {
      // The review of what was submitted changes its receipt only.
      if (stored?.completed) this.#set({ stored });
      return;
    }
    if (!this.#isSaved() && differingFields(this.#state.draft, known ?? emptyDraft).length > 0) return;
    const { currentStep } = this.#state.draft;
    const content = stored ? { ...contentOf(stored), currentStep } : emptyDraft;
    this.#ports.store(null);
    this.#set({ draft: content, stored, saving: 'saved', problem: null });
  }

  /** Overwrites the version saved elsewhere with the values on this screen. */
  async keepMine(): Promise<void> {
    const { conflict } = this.#state;
    if (!conflict) return;
    this.#set({ stored: conflict.stored, conflict: null });
    await this.flush();
  }

  /** Takes the version saved elsewhere. */
  takeTheirs(): void {
    const { conflict } = this.#state;
    if (conflict) this.#replace(conflict.stored);
  }

  /** Empty again, for another property. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#replace(null);
  }
}
