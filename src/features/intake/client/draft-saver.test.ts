import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { IntakeDraft, SavedDraft } from '../intake.contract.ts';
import { emptyDraft } from '../intake.rules.ts';
import { DraftSaver } from './draft-saver.ts';
import type { UnsavedDraft } from './unsaved-draft.ts';

const inCity = (city: string, currentStep: IntakeDraft['currentStep'] = 1): IntakeDraft => ({
  ...emptyDraft,
  propertyDetails: { ...emptyDraft.propertyDetails, city },
  currentStep,
});
const stored = (draft: IntakeDraft, version: number): SavedDraft => ({
  ...draft,
  version,
  savedAt: '2026-11-24T18:00:00.000Z',
  valuationData: null,
  completed: false,
  receipt: null,
  earlierId: null,
});
const refusal = (code: string) =>
  Object.assign(new Error(code), { data: { httpStatus: 409, domainCode: code } });

/** A server with one draft, and the browser's stored copy. */
let server: { draft: SavedDraft | null; offline: boolean; saves: number };
let localCopy: UnsavedDraft | null;
/** What the cache of the browser has of the server's draft. */
let shared: SavedDraft | null;
const ports = {
  async save({ expectedVersion, draft }: { expectedVersion: number; draft: IntakeDraft }) {
    if (server.offline) throw new TypeError('Failed to fetch');
    if ((server.draft?.version ?? 0) !== expectedVersion) throw refusal('DRAFT_CHANGED');
    server.saves += 1;
    server.draft = stored(draft, expectedVersion + 1);
    return server.draft;
  },
  load: async () => server.draft,
  store: (unsaved: UnsavedDraft | null) => {
    localCopy = unsaved;
  },
  share: (draft: SavedDraft) => {
    shared = draft;
  },
};
const saverOf = (unsaved: UnsavedDraft | null = null) => new DraftSaver(ports, server.draft, unsaved);
const city = (saver: DraftSaver) => saver.state().draft.propertyDetails.city;

beforeEach(() => {
  vi.useFakeTimers();
  server = { draft: null, offline: false, saves: 0 };
  localCopy = null;
  shared = null;
  return () => vi.useRealTimers();
});

describe('what is typed', () => {
  test('is saved once, a moment after the last change, and until then in the browser', async () => {
    const saver = saverOf();
    saver.change(inCity('Aus'));
    saver.change(inCity('Austin'));
    expect(localCopy).toEqual({ version: 0, draft: inCity('Austin') });
    await vi.advanceTimersByTimeAsync(800);
    expect([server.saves, city(saver), saver.state().saving, localCopy]).toEqual([
      1,
      'Austin',
      'saved',
      null,
    ]);
  });

  test('is no conflict on a page that opens before the last change has reached the server', async () => {
    const saver = saverOf();
    saver.change(inCity('Austin', 3));
    await saver.flush();
    saver.change(inCity('Austin, again', 5));
    const opened = new DraftSaver(ports, shared, localCopy);
    expect(opened.state()).toMatchObject({ conflict: null, draft: { currentStep: 5 } });
    await opened.flush();
    expect([city(opened), opened.state().saving, server.draft?.version]).toEqual([
      'Austin, again',
      'saved',
      2,
    ]);
  });

  test('without a connection is in the browser, and sent when there is one', async () => {
    const saver = saverOf();
    server.offline = true;
    saver.change(inCity('Austin'));
    await vi.advanceTimersByTimeAsync(800);
    expect(saver.state().saving).toBe('offline');
    server.offline = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([server.draft?.propertyDetails.city, localCopy]).toEqual(['Austin', null]);
  });

  test('and was left in the browser is sent on return', async () => {
    server.draft = stored(inCity('Austin'), 3);
    const saver = saverOf({ version: 3, draft: inCity('Dallas') });
    await vi.advanceTimersByTimeAsync(0);
    expect([server.draft?.propertyDetails.city, city(saver), localCopy]).toEqual(['Dallas', 'Dallas', null]);
  });
});

describe('what was saved elsewhere', () => {
  beforeEach(() => {
    server.draft = stored(inCity('Austin'), 1);
  });

  async function inConflict() {
    const saver = saverOf();
    server.draft = stored(inCity('Houston'), 2);
    saver.change(inCity('Dallas'));
    await vi.advanceTimersByTimeAsync(800);
    expect(saver.state().conflict?.stored?.propertyDetails.city).toBe('Houston');
    return saver;
  }

  test('is overwritten when someone chooses their own version', async () => {
    const saver = await inConflict();
    await saver.keepMine();
    expect([server.draft?.propertyDetails.city, server.draft?.version]).toEqual(['Dallas', 3]);
    expect(saver.state().conflict).toBe(null);
  });

  test('stays when someone takes it', async () => {
    const saver = await inConflict();
    saver.takeTheirs();
    expect([city(saver), server.draft?.version, localCopy]).toEqual(['Houston', 2, null]);
  });

  test('is asked about on return with something unsaved, and nothing is sent before', async () => {
    server.draft = stored(inCity('Houston'), 2);
    const saver = saverOf({ version: 1, draft: inCity('Dallas') });
    expect(saver.state().conflict).not.toBe(null);
    expect(await saver.flush()).toBe(false);
    expect(server.saves).toBe(0);
  });

  test('is no conflict when only the step differs', async () => {
    const saver = saverOf();
    server.draft = stored(inCity('Austin', 2), 2);
    saver.change(inCity('Austin', 4));
    await vi.advanceTimersByTimeAsync(900);
    expect([server.draft?.currentStep, server.draft?.version]).toEqual([4, 3]);
  });

  test('appears immediately where nothing was typed, and the step stays', () => {
    const saver = saverOf();
    saver.follow(stored(inCity('Houston', 4), 2));
    expect([city(saver), saver.state().draft.currentStep]).toEqual(['Houston', 1]);
  });

  test('the review of what was submitted shows, though the draft has the same version', () => {
    const receipt = {
      id: '01890000-0000-7000-8000-000000000000',
      submittedAt: '2026-11-24T18:00:00.000Z',
      respondBy: '2026-11-30',
      proposalBy: '2026-12-02',
      pausedAt: null,
    };
    const submitted = { ...stored(inCity('Austin'), 1), completed: true };
    const saver = new DraftSaver(ports, { ...submitted, receipt: { ...receipt, status: 'pending' } }, null);
    saver.follow({ ...submitted, receipt: { ...receipt, status: 'approved' } });
    expect(saver.state().stored?.receipt?.status).toBe('approved');
  });

  test('once submitted there, is shown as submitted here', async () => {
    const saver = saverOf();
    server.draft = { ...stored(inCity('Austin'), 2), completed: true };
    saver.change(inCity('Dallas'));
    await vi.advanceTimersByTimeAsync(800);
    expect(saver.state().stored?.completed).toBe(true);
  });
});
