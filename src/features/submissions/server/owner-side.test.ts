import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uploadDocument } from '#features/documents/server/index.ts';
import { fileJobs } from '#features/files/server/files.jobs.ts';
import { DAY } from '#kernel/time.ts';
import type { ScanResult } from '#platform/server/ports/virus-scanner.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { anOfficeFile } from '#tests/support/office-files.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testClock } from '#tests/support/ports.ts';
import {
  aSubmission,
  aSubmissionDocument,
  confirmAll,
  confirmedValues,
  quickDocuments,
} from '#tests/support/submissions.ts';
import { aPdf } from '#tests/support/uploads.ts';
import { requiredItem } from '../submissions.contract.ts';
import { isFiledAgain } from '../submissions.rules.ts';
import { documentFile } from './submissions.queries.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let owner: Person;
let reviewer: Person;
let submissionId: string;
/** Next answer of the scanner; null while it is down. */
let found: ScanResult | null = { result: 'clean' };
let judge = (): ScanResult | null => found;
beforeAll(async () => {
  const virusScanner = {
    async scan() {
      const answer = judge();
      if (answer === null) throw new Error('the virus scanner is away');
      return answer;
    },
  };
  const clock = testClock(new Date('2026-11-24T18:00:00Z'));
  t = await testPlatform({ clock, replace: { virusScanner } });
  reviewer = await anAdmin(t.platform);
});
beforeEach(async () => {
  found = { result: 'clean' };
  judge = () => found;
  t.clock.moveTo(new Date('2026-11-24T18:00:00Z'));
  owner = await aUser(t.platform);
  submissionId = (await aSubmission(owner)).id;
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const own = () => api(owner).submissions.own({ submissionId });
const ask = () =>
  api(reviewer).submissions.ask({ submissionId, body: 'Who lives there?', requestId: newKey() });
const answer = (body = 'Two families.', requestId = newKey()) =>
  api(owner).submissions.answer({ submissionId, body, requestId });

describe('an answer', () => {
  test('ends the pause, and as many business days are left as when it was asked', async () => {
    await ask();
    const { submissionsInReview, questions } = await api(owner).owners.portfolio();
    expect(submissionsInReview).toEqual([{ submissionId, name: 'Orchard House' }]);
    expect(questions).toMatchObject([{ submissionId, question: 'Who lives there?' }]);
    t.clock.advance(7 * DAY);
    await answer();
    const { pausedAt, respondBy, messages, version } = await own();
    expect({ pausedAt, respondBy, version }).toEqual({ pausedAt: null, respondBy: '2026-12-08', version: 3 });
    expect(messages.map(({ kind, body }) => [kind, body])).toEqual([
      ['question', 'Who lives there?'],
      ['answer', 'Two families.'],
    ]);
  });

  test('sent twice with one key is there once, and without a question it is refused', async () => {
    expect(await refusalOf(answer())).toBe('NO_QUESTION');
    await ask();
    const key = newKey();
    const first = await answer('Two families.', key);
    expect(await answer('Two families.', key)).toEqual(first);
    expect((await own()).messages).toHaveLength(2);
    expect(await refusalOf(answer())).toBe('NO_QUESTION');
  });

  test('comes with documents that reviewers see as a change', async () => {
    await ask();
    await aSubmissionDocument(owner, 'other', { submissionId, bytes: anOfficeFile({ as: 'xlsx' }) });
    const { documents, version } = await own();
    expect(documents.at(-1)).toMatchObject({ kind: 'other', file: { name: 'other.xlsx' } });
    expect(version).toBe(3);
  });

  test('of someone else, or to a decided submission, is refused', async () => {
    await ask();
    const other = await aUser(t.platform);
    const call = api(other).submissions.answer({ submissionId, body: 'I do.', requestId: newKey() });
    expect(await refusalOf(call)).toBe('SUBMISSION_NOT_FOUND');
    const { version } = await own();
    await api(reviewer).submissions.reject({ submissionId, version, reason: 'Sold.', requestId: newKey() });
    expect(await refusalOf(answer())).toBe('ALREADY_DECIDED');
  });
});

describe('a rejected submission', () => {
  test('is started again once, with its documents, refused ones replaced', async () => {
    const rentRoll = (await own()).documents.find(({ kind }) => kind === 'rentRoll')?.id ?? '';
    const verdict = { documentId: rentRoll, verdict: 'refused', note: 'It is from 2019.' } as const;
    const { version } = await api(reviewer).submissions.judgeDocument(verdict);
    const reject = { submissionId, version, reason: 'The rent roll is old.', requestId: newKey() };
    await api(reviewer).submissions.reject(reject);
    const { documents } = await own();
    const all = documents.map(({ id }) => id);
    expect(await refusalOf(aSubmission(owner, { earlierId: submissionId, documentIds: all }))).toBe(
      'DOCUMENT_REFUSED',
    );
    const filedAgain = documents.filter(isFiledAgain).map(({ id }) => id);
    expect(filedAgain).toHaveLength(4);
    const { id: newer } = await aSubmissionDocument(owner, 'rentRoll', { dated: '2026-11-01' });
    const again = await aSubmission(owner, { earlierId: submissionId, documentIds: [...filedAgain, newer] });
    expect((await own()).laterId).toBe(again.id);
    expect((await own()).documents).toHaveLength(5);
    const seen = await api(owner).submissions.own({ submissionId: again.id });
    expect(seen.earlierId).toBe(submissionId);
    expect(seen.documents.map(({ kind, verdict }) => [kind, verdict])).toHaveLength(5);
    const documentIds = await quickDocuments(owner);
    expect(await refusalOf(aSubmission(owner, { earlierId: submissionId, documentIds }))).toBe(
      'NOT_REJECTED',
    );
  });
});

describe('a virus scan', () => {
  const scans = async () =>
    (await api(reviewer).submissions.reviewed({ submissionId })).documents.map(({ scan }) => scan);
  const notices = async () => (await api(owner).notifications.list({})).items.map(({ title }) => title);

  test('happens after the upload, and its reviewers see that it waits until then', async () => {
    expect(new Set(await scans())).toEqual(new Set(['waiting']));
    await t.platform.jobs.drain();
    expect(new Set(await scans())).toEqual(new Set(['clean']));
    expect(await notices()).not.toContain('The virus scanner found a threat');
  });

  test('that finds something ends downloads, and the owner is notified once', async () => {
    await t.platform.jobs.drain();
    found = { result: 'infected', signature: 'Eicar-Test-Signature' };
    const { id } = await aSubmissionDocument(owner, 'other', { submissionId });
    expect((await documentFile(t.platform, reviewer.actor, id)).mediaType).toBe('application/pdf');
    await t.platform.jobs.drain();
    expect(await refusalOf(documentFile(t.platform, owner.actor, id))).toBe('FILE_INFECTED');
    expect(await refusalOf(documentFile(t.platform, reviewer.actor, id))).toBe('FILE_INFECTED');
    expect((await own()).documents.filter(({ isInfected }) => isInfected).map((one) => one.id)).toEqual([id]);
    const [last] = (await api(reviewer).submissions.reviewed({ submissionId })).documents.slice(-1);
    expect(last).toMatchObject({ scan: 'infected', signature: 'Eicar-Test-Signature' });
    const warnings = (await notices()).filter((title) => title === 'The virus scanner found a threat');
    expect(warnings).toHaveLength(1);
  });

  test('that finds something leads its owner to the page of the file', async () => {
    await t.platform.jobs.drain();
    const { id: propertyId } = await anApprovedProperty(t.platform, { owner, admin: reviewer });
    found = { result: 'infected', signature: 'Eicar-Test-Signature' };
    const facts = { kind: 'lease', title: 'Lease', dated: '2026-09-01' } as const;
    const uploads: [`/${string}`, () => Promise<unknown>][] = [
      ['/owner-submit', () => aSubmissionDocument(owner)],
      ['/owner-intake-wizard', () => aSubmissionDocument(owner, 'deed', { wayIn: 'wizard' })],
      [`/owner-submit/${submissionId}`, () => aSubmissionDocument(owner, 'other', { submissionId })],
      [
        `/property/${propertyId}?tab=documents`,
        () => uploadDocument(owner, { propertyId, name: 'lease.pdf', bytes: aPdf(), ...facts }),
      ],
    ];
    for (const [page, upload] of uploads) {
      await upload();
      await t.platform.jobs.drain();
      const [newest] = (await api(owner).notifications.list({})).items;
      expect(newest).toMatchObject({ title: 'The virus scanner found a threat', actionUrl: page });
    }
  });

  test('that finds something keeps the document out of a submission', async () => {
    found = { result: 'infected', signature: 'Eicar-Test-Signature' };
    const documentIds = await quickDocuments(owner);
    await t.platform.jobs.drain();
    const unfiled = await api(owner).submissions.unfiled({ wayIn: 'quick' });
    expect(unfiled.map(({ isInfected }) => isInfected)).toEqual(documentIds.map(() => true));
    expect(await refusalOf(aSubmission(owner, { documentIds }))).toBe('DOCUMENT_REFUSED');
  });

  test('that finds something in a document ends what was confirmed by it', async () => {
    await confirmAll(reviewer, submissionId);
    found = { result: 'infected', signature: 'Eicar-Test-Signature' };
    await t.platform.jobs.drain();
    const { documents, missing, ...seen } = await api(reviewer).submissions.reviewed({ submissionId });
    expect(missing).toEqual(requiredItem.options);
    const approve = (version: number) =>
      api(reviewer).submissions.approve({ submissionId, version, requestId: newKey() });
    expect(await refusalOf(approve(seen.version))).toBe('NOT_CONFIRMED');
    const again = { submissionId, documentId: documents[0]?.id ?? '', value: confirmedValues.name };
    expect(await refusalOf(api(reviewer).submissions.confirm(again))).toBe('FILE_INFECTED');
    found = { result: 'clean' };
    const { id: documentId } = await aSubmissionDocument(owner, 'appraisal', {
      submissionId,
      dated: '2026-09-01',
    });
    let version = 0;
    for (const value of Object.values(confirmedValues))
      ({ version } = await api(reviewer).submissions.confirm({ submissionId, documentId, value }));
    const { propertyId } = await approve(version);
    await t.platform.jobs.drain();
    // The only photo is infected as well.
    expect((await api(owner).properties.detail({ id: propertyId ?? 0 })).imageUrl).toBe(null);
  });

  test('with a finding in a pending submission is a change, by which no page that was opened before decides', async () => {
    const answers: ScanResult[] = [
      { result: 'infected', signature: 'Eicar-Test-Signature' },
      { result: 'refused', answer: 'size limit exceeded' },
    ];
    judge = () => answers.shift() ?? found;
    await t.platform.jobs.drain();
    const changes = async () =>
      (await api(reviewer).submissions.reviewed({ submissionId })).changes.map(({ version, fields, by }) => ({
        ...{ version, fields, by },
      }));
    const recorded = [
      { version: 3, fields: [expect.stringMatching(/ \(cannot be scanned\)$/)], by: null },
      { version: 2, fields: [expect.stringMatching(/ \(virus found\)$/)], by: null },
    ];
    expect(await changes()).toEqual(recorded);
    expect((await scans()).toSorted()).toEqual(['clean', 'clean', 'clean', 'infected', 'refused']);
    const decision = { submissionId, reason: 'It is from 2019.', openedVersion: 1 };
    for (const version of [1, 3]) {
      const reject = api(reviewer).submissions.reject({ ...decision, version, requestId: newKey() });
      expect(await refusalOf(reject)).toBe('SUBMISSION_CHANGED');
    }
    t.clock.advance(DAY);
    await t.platform.jobs.drain();
    expect((await scans()).toSorted()).toEqual(['clean', 'clean', 'clean', 'clean', 'infected']);
    expect(await changes()).toEqual(recorded);
  });

  test('of one file that cannot be scanned leaves none of the others unscanned', async () => {
    const answers: ScanResult[] = [{ result: 'refused', answer: 'size limit exceeded' }];
    judge = () => answers.shift() ?? found;
    await fileJobs.handlers['files.scanTheRest'](systemOf(t.platform), {});
    expect((await scans()).toSorted()).toEqual(['clean', 'clean', 'clean', 'clean', 'refused']);
  });

  test('is tried again while the scanner is away', async () => {
    found = null;
    await t.platform.jobs.drain();
    expect(new Set(await scans())).toEqual(new Set(['waiting']));
    found = { result: 'clean' };
    t.clock.advance(DAY);
    await t.platform.jobs.drain();
    expect(new Set(await scans())).toEqual(new Set(['clean']));
  });
});
