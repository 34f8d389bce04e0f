import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#db/schema/identity.ts';
import { intakeDrafts } from '#db/schema/intake.ts';
import { auditLog } from '#db/schema/platform.ts';
import type { DomainError } from '#kernel/errors.ts';
import { DAY } from '#kernel/time.ts';
import { domainErrorOf } from '#platform/server/errors/error-mapping.ts';
import { anAdmin, api, aUser, newKey, type Person, systemOf } from '#tests/support/actors.ts';
import { expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { aReadyDraft, fullDraft, inCity, saveOver } from '#tests/support/intake.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testClock } from '#tests/support/ports.ts';
import { aSubmissionDocument } from '#tests/support/submissions.ts';
import { importComparables } from './index.ts';

const START = new Date('2026-11-24T18:00:00Z');

let t: Awaited<ReturnType<typeof testPlatform>>;
let owner: Person;
beforeAll(async () => {
  t = await testPlatform({ clock: testClock(START) });
});
beforeEach(async () => {
  owner = await aUser(t.platform);
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const intake = (person = owner) => api(person).intake;
const save = (expectedVersion: number, draft = fullDraft) => intake().saveDraft({ expectedVersion, draft });
const submit = (input: Awaited<ReturnType<typeof aReadyDraft>>, requestId = newKey()) =>
  intake().submit({ ...input, requestId });
const rowsOf = (person: Person) =>
  t.platform.db.select().from(intakeDrafts).where(eq(intakeDrafts.ownerId, person.id));
const errorOf = (call: Promise<unknown>): Promise<DomainError | null> =>
  call.then(
    () => null,
    (error) => domainErrorOf(error),
  );

describe('a rejected application', () => {
  async function rejected() {
    const ready = await aReadyDraft(owner);
    const { receipt } = await submit(ready);
    const submissionId = receipt?.id ?? '';
    const reviewer = await anAdmin(t.platform);
    const { version } = await api(reviewer).submissions.reviewed({ submissionId });
    const decision = { submissionId, version, reason: 'The deed is old.', requestId: newKey() };
    await api(reviewer).submissions.reject(decision);
    expect((await intake().draft())?.receipt).toMatchObject({ id: submissionId, status: 'rejected' });
    return { submissionId, reviewer };
  }

  test('fills the wizard with its fields, estimate and documents, and is submitted as its correction', async () => {
    const { submissionId, reviewer } = await rejected();
    const begun = await intake().startAgain({ submissionId });
    expect(await intake().startAgain({ submissionId })).toEqual(begun);
    expect(begun).toMatchObject({ ownershipInfo: fullDraft.ownershipInfo, earlierId: submissionId });
    expect(begun.propertyDetails).toMatchObject({ address: '12 Orchard Lane', squareFootage: '2400' });
    const [deed] = await api(owner).submissions.unfiled({ wayIn: 'wizard' });
    const { propertyDetails, ownershipInfo } = begun;
    const corrected = await intake().saveDraft({
      expectedVersion: begun.version,
      draft: inCity('Dallas', { propertyDetails, ownershipInfo, currentStep: 5 }),
    });
    const again = await submit({ expectedVersion: corrected.version, documentIds: [deed?.id ?? ''] });
    const seen = await api(reviewer).submissions.reviewed({ submissionId: again.receipt?.id ?? '' });
    expect(seen.earlier).toMatchObject({
      id: submissionId,
      differences: [{ field: 'City', after: 'Dallas' }],
    });
    expect(seen.documents).toMatchObject([{ kind: 'deed', isCarriedOver: true }]);
    expect(await refusalOf(intake().startAgain({ submissionId }))).toBe('NOT_REJECTED');
  });

  test('has its documents for as long as a new application does, however old they are', async () => {
    const { submissionId } = await rejected();
    t.clock.advance(91 * DAY);
    await intake().startAgain({ submissionId });
    await t.platform.jobs.drain();
    expect(await api(owner).submissions.unfiled({ wayIn: 'wizard' })).toHaveLength(1);
    t.clock.moveTo(START);
  });

  test('does not replace another open application, which has to be discarded first', async () => {
    const { submissionId } = await rejected();
    await intake().startAnother();
    const { version } = await save(0, inCity('Houston'));
    await aSubmissionDocument(owner, 'taxRecords', { wayIn: 'wizard' });
    expect(await refusalOf(intake().startAgain({ submissionId }))).toBe('DRAFT_OPEN');
    expect(await refusalOf(intake().discardDraft({ expectedVersion: version - 1 }))).toBe('DRAFT_CHANGED');
    await intake().discardDraft({ expectedVersion: version });
    expect(await intake().draft()).toBe(null);
    expect(await api(owner).submissions.unfiled({ wayIn: 'wizard' })).toEqual([]);
    const begun = await intake().startAgain({ submissionId });
    expect(begun.version).toBeGreaterThan(version);
    const stranger = await aUser(t.platform);
    expect(await refusalOf(intake(stranger).startAgain({ submissionId }))).toBe('SUBMISSION_NOT_FOUND');
  });
});

describe('a draft', () => {
  test('is there on another device as it was typed, and is its owner alone to see', async () => {
    const halfTyped = inCity('Aus ');
    const saved = await save(0, halfTyped);
    expect(await intake().draft()).toEqual(saved);
    expect(saved).toMatchObject({ ...halfTyped, version: 1, completed: false, valuationData: null });
    expect(await intake(await aUser(t.platform)).draft()).toBe(null);
  });

  test('saved by a tab that is behind is refused with what is stored in the fields that differ', async () => {
    await save(0);
    await save(1, inCity('Dallas'));
    const error = await errorOf(save(1, inCity('Houston')));
    expect([error?.code, error?.status]).toEqual(['DRAFT_CHANGED', 409]);
    expect(error?.issues).toEqual([{ path: 'draft.propertyDetails.city', message: 'Dallas' }]);
    expect((await intake().draft())?.propertyDetails.city).toBe('Dallas');
    expect(await save(2, inCity('Houston'))).toMatchObject({ version: 3 });
  });

  test('whose answer was lost can be saved again', async () => {
    const first = await save(0);
    expect(await save(0)).toEqual(first);
  });

  test('leaves nothing of what was typed in the audit log', async () => {
    await save(0);
    const rows = await t.platform.db.select().from(auditLog).where(eq(auditLog.actorId, owner.id));
    expect(JSON.stringify(rows)).not.toContain('Orchard');
  });

  test('that cannot be read is stored, logged without its content, and the wizard starts empty', async () => {
    await save(0);
    const old = { street: 'Secret Lane', currentStep: 9 };
    await t.platform.db.update(intakeDrafts).set({ content: old }).where(eq(intakeDrafts.ownerId, owner.id));
    const logged: unknown[] = [];
    const log = { ...t.platform.log, warn: (...line: unknown[]) => void logged.push(line) };
    const platform = { ...t.platform, log: log as unknown as typeof t.platform.log };
    expect(await api({ ...owner, platform }).intake.draft()).toBe(null);
    expect(JSON.stringify(logged)).toContain('propertyDetails');
    expect(JSON.stringify(logged)).not.toContain('Secret');
    expect(await save(0)).toMatchObject({ version: 2 });
    const rows = await rowsOf(owner);
    expect(rows.map(({ state }) => state).sort()).toEqual(['open', 'setAside']);
    expect(rows.find(({ state }) => state === 'setAside')?.content).toEqual(old);
  });
});

describe('a valuation', () => {
  test('is stored with the draft, and outdated by another size', async () => {
    await save(0);
    const { valuationData, version } = await intake().calculateValuation({ expectedVersion: 1 });
    expect(valuationData).toMatchObject({
      zipCode: '78701',
      squareFeet: 2_400,
      estimates: { valueCents: 96_000_000, monthlyRentCents: 768_000, capRateBps: 960 },
    });
    const larger = { ...fullDraft, propertyDetails: { ...fullDraft.propertyDetails, squareFootage: '3000' } };
    await save(version, larger);
    const documentIds = [(await aSubmissionDocument(owner, 'deed', { wayIn: 'wizard' })).id];
    const outdated = submit({ expectedVersion: version + 1, documentIds });
    await expect(outdated).rejects.toThrow('Calculate the valuation again');
    const again = await intake().calculateValuation({ expectedVersion: version + 1 });
    expect(again.valuationData?.squareFeet).toBe(3_000);
  });

  test('needs the place and the size', async () => {
    await save(0, { ...fullDraft, propertyDetails: { ...fullDraft.propertyDetails, zipCode: '' } });
    expect(await refusalOf(intake().calculateValuation({ expectedVersion: 1 }))).toBe('STEP_INCOMPLETE');
  });

  test('shows three real sales of the ZIP code within twenty-four months', async () => {
    const sale = (at: number, soldOn: string, zipCode = '60614') => ({
      source: 'County records',
      soldOn,
      address: `${at} Elm Street`,
      zipCode,
      priceCents: 50_000_000,
      squareFeet: 2_000,
    });
    const old = [
      sale(1, '2024-11-23'),
      sale(2, '2026-01-02', '60615'),
      sale(3, '2026-02-02'),
      sale(4, '2026-03-02'),
    ];
    const draft = { ...fullDraft, propertyDetails: { ...fullDraft.propertyDetails, zipCode: '60614-1234' } };
    const comparables = async () => {
      const { version } = await saveOver(owner, draft);
      const { valuationData } = await intake().calculateValuation({ expectedVersion: version });
      return valuationData?.estimates.comparables.map(({ soldOn }) => soldOn);
    };
    const run = (sales: ReturnType<typeof sale>[]) => importComparables(systemOf(t.platform), { sales });
    expect(await run(old)).toEqual({ added: 4, corrected: 0, unchanged: 0 });
    expect(await comparables()).toEqual([null, null, null]);
    const more = [...old, sale(5, '2026-04-02'), sale(6, '2026-05-02')];
    expect(await run(more)).toEqual({ added: 2, corrected: 0, unchanged: 4 });
    expect(await comparables()).toEqual(['2026-05-02', '2026-04-02', '2026-03-02']);
    const corrected = { ...sale(6, '2026-05-02'), priceCents: 51_000_000 };
    expect(await run([corrected])).toEqual({ added: 0, corrected: 1, unchanged: 0 });
    expect(await refusalOf(run([sale(7, '2026-11-26')]))).toBe('SOLD_AHEAD');
  });
});

describe('an application', () => {
  test('is filed with the terms and the estimate that its owner saw, and completes the draft', async () => {
    const done = await submit(await aReadyDraft(owner));
    expect(done).toMatchObject({
      completed: true,
      receipt: { respondBy: '2026-11-30', proposalBy: '2026-12-02', status: 'pending', pausedAt: null },
    });
    expect(await intake().draft()).toEqual(done);
    const submissionId = done.receipt?.id ?? '';
    expect(await api(owner).submissions.own({ submissionId })).toMatchObject({
      wayIn: 'wizard',
      fields: {
        name: '12 Orchard Lane',
        state: 'TX',
        description: '',
        valuationCents: 96_000_000,
        equityOfferedBps: 1_000,
        fundingDays: 60,
        minimumInvestmentCents: 10_000,
        estimates: done.valuationData?.estimates,
      },
      documents: [{ kind: 'deed' }],
    });
  });

  test('sent twice is filed once, with one key or with two', async () => {
    const ready = await aReadyDraft(owner);
    const key = newKey();
    const first = await submit(ready, key);
    expect(await submit(ready, key)).toEqual(first);
    expect(await refusalOf(submit(ready))).toBe('ALREADY_SUBMITTED');
    expect((await api(owner).submissions.mine({})).items).toHaveLength(1);
  });

  test('of a tab that is behind is refused', async () => {
    const ready = await aReadyDraft(owner);
    await save(ready.expectedVersion, inCity('Dallas'));
    expect(await refusalOf(submit(ready))).toBe('DRAFT_CHANGED');
  });

  test('without a deed, tax records or photos is refused, and the draft stays open', async () => {
    const ready = await aReadyDraft(owner);
    const { id } = await aSubmissionDocument(owner, 'insurance', { wayIn: 'wizard' });
    expect(await refusalOf(submit({ ...ready, documentIds: [id] }))).toBe('STEP_INCOMPLETE');
    expect((await intake().draft())?.completed).toBe(false);
  });

  test('takes no documents of someone else', async () => {
    const ready = await aReadyDraft(owner);
    const other = await aUser(t.platform);
    const { id } = await aSubmissionDocument(other, 'taxRecords', { wayIn: 'wizard' });
    const withTheirs = { ...ready, documentIds: [...ready.documentIds, id] };
    expect(await refusalOf(submit(withTheirs))).toBe('DOCUMENT_NOT_FOUND');
    expect((await intake().draft())?.completed).toBe(false);
  });

  test('cannot be changed once it is submitted, until another property is begun', async () => {
    const { version } = await submit(await aReadyDraft(owner));
    expect(await refusalOf(save(version, inCity('Dallas')))).toBe('ALREADY_SUBMITTED');
    expect(await intake().startAnother()).toEqual({ started: true });
    expect(await intake().draft()).toBe(null);
    expect(await refusalOf(save(version, inCity('Dallas')))).toBe('DRAFT_CHANGED');
    expect((await save(0)).version).toBeGreaterThan(version);
    expect(await intake().startAnother()).toEqual({ started: false });
  });

  test('needs a confirmed email', async () => {
    const newcomer = await aUser(t.platform);
    const ready = await aReadyDraft(newcomer);
    await t.platform.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, newcomer.id));
    const call = intake(newcomer).submit({ ...ready, requestId: newKey() });
    expect(await refusalOf(call)).toBe('EMAIL_NOT_CONFIRMED');
  });
});
