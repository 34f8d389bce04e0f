import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedFiles } from '#db/schema/files.ts';
import { DAY } from '#kernel/time.ts';
import { api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testClock } from '#tests/support/ports.ts';
import {
  aSubmission,
  aSubmissionDocument,
  aWizardSubmission,
  quickDocuments,
  submissionFields,
} from '#tests/support/submissions.ts';
import { aPdf, aPhoto } from '#tests/support/uploads.ts';
import { MAX_PENDING_SUBMISSIONS } from '../submissions.contract.ts';
import { documentFile } from './submissions.queries.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let owner: Person;
let other: Person;
beforeAll(async () => {
  t = await testPlatform({ clock: testClock(new Date('2026-11-24T18:00:00Z')) });
});
beforeEach(async () => {
  owner = await aUser(t.platform);
  other = await aUser(t.platform);
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const filesOf = async (person: Person) =>
  (await t.platform.db.select().from(storedFiles)).filter(
    ({ userId, status }) => userId === person.id && status === 'stored',
  );
const unfiled = (person: Person) => api(person).submissions.unfiled({ wayIn: 'quick' });

const webp = () => aPhoto({ format: 'webp' });
const executable = () => new TextEncoder().encode('MZ executable');

describe('a document of a form', () => {
  test('is there again on another device, and is gone with its file when it is removed', async () => {
    const { id } = await aSubmissionDocument(owner, 'rentRoll', { name: 'C:\\my rents.exe' });
    expect(await unfiled(owner)).toMatchObject([
      { id, kind: 'rentRoll', dated: null, verdict: null, file: { name: 'my rents.pdf' } },
    ]);
    await api(owner).submissions.removeDocument({ documentId: id });
    expect(await unfiled(owner)).toEqual([]);
    expect(await filesOf(owner)).toEqual([]);
  });

  test('whose answer was lost is uploaded again without a second one, by the same upload id', async () => {
    const uploadId = newKey();
    const first = await aSubmissionDocument(owner, 'photo', { uploadId });
    expect(await aSubmissionDocument(owner, 'photo', { uploadId })).toEqual(first);
    expect(await unfiled(owner)).toHaveLength(1);
    expect(await filesOf(owner)).toHaveLength(1);
    expect(await refusalOf(aSubmissionDocument(owner, 'rentRoll', { uploadId }))).toBe('KEY_REUSED');
    expect(await refusalOf(aSubmissionDocument(other, 'photo', { uploadId }))).toBe('KEY_REUSED');
  });

  test('belongs to its owner alone, admins included, until it is submitted', async () => {
    const { id } = await aSubmissionDocument(owner);
    expect(await unfiled(other)).toEqual([]);
    expect(await refusalOf(api(other).submissions.removeDocument({ documentId: id }))).toBe(
      'DOCUMENT_NOT_FOUND',
    );
    expect(await refusalOf(api(other).submissions.dateDocument({ documentId: id, dated: null }))).toBe(
      'DOCUMENT_NOT_FOUND',
    );
    expect(await refusalOf(documentFile(t.platform, other.actor, id))).toBe('DOCUMENT_NOT_FOUND');
    const asAdmin = { ...other.actor, role: 'admin' } as const;
    expect(await refusalOf(documentFile(t.platform, asAdmin, id))).toBe('DOCUMENT_NOT_FOUND');
    expect((await documentFile(t.platform, owner.actor, id)).mediaType).toBe('application/pdf');
  });

  test.each([
    ['a photo that is a PDF', 'photo', 'quick', aPdf, 'NOT_A_PICTURE'],
    ['a rent roll that is a photo', 'rentRoll', 'quick', aPhoto, 'NOT_A_DOCUMENT'],
    ['a WebP photo in the wizard', 'photo', 'wizard', webp, 'NOT_A_PICTURE'],
    ['a WebP deed in the wizard', 'deed', 'wizard', webp, 'NOT_A_PAPER'],
    ['a deed in the quick submit', 'deed', 'quick', aPdf, 'DOCUMENT_KIND'],
    ['a rent roll in the wizard', 'rentRoll', 'wizard', aPdf, 'DOCUMENT_KIND'],
    ['an executable', 'rentRoll', 'quick', executable, 'NOT_A_DOCUMENT'],
    ['an executable in the wizard', 'deed', 'wizard', executable, 'NOT_A_PAPER'],
  ] as const)('%s is refused and leaves nothing', async (_, kind, wayIn, make, code) => {
    const bytes = await make();
    expect(await refusalOf(aSubmissionDocument(owner, kind, { wayIn, bytes }))).toBe(code);
    expect(await filesOf(owner)).toEqual([]);
  });

  test('that is a photo may be a WebP in the quick submit, and a PNG in the wizard', async () => {
    await aSubmissionDocument(owner, 'photo', { bytes: await webp() });
    await aSubmissionDocument(owner, 'photo', { wayIn: 'wizard', bytes: await aPhoto({ format: 'png' }) });
    expect(await filesOf(owner)).toHaveLength(2);
  });

  test('is dated by its owner, not in the future', async () => {
    const { id } = await aSubmissionDocument(owner);
    await api(owner).submissions.dateDocument({ documentId: id, dated: '2026-03-01' });
    expect((await unfiled(owner))[0]?.dated).toBe('2026-03-01');
    const ahead = api(owner).submissions.dateDocument({ documentId: id, dated: '2026-11-27' });
    expect(await refusalOf(ahead)).toBe('DATED_AHEAD');
  });

  test('is erased when its form is not submitted for ninety days', async () => {
    await aSubmissionDocument(owner);
    const submitted = await aSubmission(other);
    t.clock.advance(91 * DAY);
    await t.platform.jobs.drain();
    expect(await filesOf(owner)).toEqual([]);
    expect((await api(other).submissions.own({ submissionId: submitted.id })).documents).toHaveLength(5);
    t.clock.moveTo(new Date('2026-11-24T18:00:00Z'));
  });
});

describe('a quick submission', () => {
  test('has the documents that were uploaded for it, and the promise as a day', async () => {
    const receipt = await aSubmission(owner);
    expect(receipt).toMatchObject({ respondBy: '2026-12-02', proposalBy: null });
    const seen = await api(owner).submissions.own({ submissionId: receipt.id });
    expect(seen).toMatchObject({ status: 'pending', wayIn: 'quick', fields: submissionFields });
    expect(seen.documents.map(({ kind }) => kind)).toEqual([
      'rentRoll',
      'financials',
      'photo',
      'appraisal',
      'ownership',
    ]);
    expect(await unfiled(owner)).toEqual([]);
    const [notice] = (await api(owner).notifications.list({})).items;
    expect(notice).toMatchObject({
      title: 'Submission received',
      message: 'We’ll review Orchard House and its documents and get back to you by Dec 2, 2026.',
      actionUrl: `/owner-submit/${receipt.id}`,
    });
  });

  test('without a required document is refused, and the documents wait', async () => {
    const [first, ...rest] = await quickDocuments(owner);
    const call = aSubmission(owner, { documentIds: rest });
    await expect(call).rejects.toThrow('Please upload: Rent roll');
    await expect(aSubmission(owner, { documentIds: [] })).rejects.toThrow(
      'Please upload: Rent roll, T12 financials, Property photos, Recent appraisal or BPO, Ownership verification',
    );
    expect((await unfiled(owner)).map(({ id }) => id)).toEqual([first, ...rest]);
  });

  test('takes no documents of someone else, and none that another submission has', async () => {
    const theirs = await quickDocuments(other);
    expect(await refusalOf(aSubmission(owner, { documentIds: theirs }))).toBe('DOCUMENT_NOT_FOUND');
    const used = await quickDocuments(owner);
    await aSubmission(owner, { documentIds: used });
    expect(await refusalOf(aSubmission(owner, { documentIds: used }))).toBe('DOCUMENT_NOT_FOUND');
  });

  test('worth less than one share is refused', async () => {
    expect(await refusalOf(aSubmission(owner, { valuationCents: 24_999 }))).toBe('NO_SHARES');
  });

  test.each([
    [{ equityOfferedBps: 99 }],
    [{ equityOfferedBps: 10_001 }],
    [{ valuationCents: 0 }],
    [{ name: '  ' }],
    [{ description: '' }],
    [{ zipCode: '1234' }],
  ])('with %j is malformed', async (fields) => {
    expect(await refusalOf(aSubmission(owner, fields))).toBe('MALFORMED');
  });

  test('needs a confirmed address, and so does each document of it, of which nothing is stored', async () => {
    const newcomer = await aUser(t.platform, { emailConfirmed: false });
    const call = api(newcomer).submissions.submit({
      ...submissionFields,
      documentIds: await quickDocuments(owner),
      requestId: newKey(),
    });
    expect(await refusalOf(call)).toBe('EMAIL_NOT_CONFIRMED');
    for (const wayIn of ['quick', 'wizard'] as const)
      expect(await refusalOf(aSubmissionDocument(newcomer, 'photo', { wayIn }))).toBe('EMAIL_NOT_CONFIRMED');
    expect(await t.platform.db.$count(storedFiles, eq(storedFiles.userId, newcomer.id))).toBe(0);
  });

  test('sent twice with one key is filed once', async () => {
    const input = {
      ...submissionFields,
      documentIds: await quickDocuments(owner),
      requestId: newKey(),
    };
    const first = await api(owner).submissions.submit(input);
    expect(await api(owner).submissions.submit(input)).toEqual(first);
    expect((await api(owner).submissions.mine({})).items).toHaveLength(1);
  });

  test('is seen by its owner, the newest first and page by page', async () => {
    const ids = [(await aSubmission(owner)).id];
    t.clock.advance(1);
    ids.unshift((await aSubmission(owner)).id);
    const first = await api(owner).submissions.mine({ limit: 1 });
    const rest = await api(owner).submissions.mine({ limit: 1, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBe(null);
    expect((await api(other).submissions.mine({})).items).toEqual([]);
    const [submissionId = ''] = ids;
    expect(await refusalOf(api(other).submissions.own({ submissionId }))).toBe('SUBMISSION_NOT_FOUND');
  });

  test('has to wait while twenty of the same owner wait', async () => {
    for (let many = 0; many < MAX_PENDING_SUBMISSIONS; many += 1) await aWizardSubmission(owner);
    expect(await refusalOf(aSubmission(owner))).toBe('TOO_MANY_PENDING');
  });
});
