import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#features/files/files.contract.ts';
import type { SubmissionDocumentKind, WayIn } from './submissions.contract.ts';
import {
  acceptedFiles,
  isLate,
  isOutdated,
  liquidationExcessCents,
  missingConfirmations,
  missingDocumentsText,
  promisedText,
  promisesAfterPause,
  promisesAt,
  refuseDocument,
  requiredQuickDocuments,
  sharesOf,
} from './submissions.rules.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

describe('missing documents', () => {
  const labels = [
    'Rent roll',
    'T12 financials',
    'Property photos',
    'Recent appraisal or BPO',
    'Ownership verification',
  ];
  const subsets = Array.from({ length: 31 }, (_, index) => index + 1);

  test.each(subsets)('of subset %i are named in the documented order', (bits) => {
    const isMissing = (index: number) => (bits & (1 << index)) !== 0;
    const uploaded = requiredQuickDocuments.filter((_, index) => !isMissing(index)).reverse();
    const expected = labels.filter((_, index) => isMissing(index)).join(', ');
    expect(missingDocumentsText('quick', uploaded)).toBe(`Please upload: ${expected}`);
  });

  test('are none once the five are there, without the optional cap table', () => {
    expect(missingDocumentsText('quick', requiredQuickDocuments)).toBe(null);
  });

  test('of the wizard are none with one of deed, tax records or photos', () => {
    for (const kind of ['deed', 'taxRecords', 'photo'] as const)
      expect(missingDocumentsText('wizard', [kind])).toBe(null);
    expect(missingDocumentsText('wizard', ['insurance', 'inspection', 'appraisal'])).toBe(
      'Please upload one of: Property Deed, Tax Records, Property photos',
    );
  });
});

describe('before a document is sent', () => {
  const file = (name: string, { size = 1, type = '' } = {}) => ({ name, size, type });
  const refused = (wayIn: WayIn, kind: SubmissionDocumentKind, name: string, more = {}) =>
    refuseDocument(acceptedFiles(wayIn, kind), file(name, more));

  test.each([
    ['quick', 'rentRoll', ['a.pdf', 'a.doc', 'a.DOCX', 'a.xls', 'a.xlsx'], ['a.jpg', 'a.exe', 'pdf', 'a']],
    ['quick', 'photo', ['a.jpg', 'a.jpeg', 'a.PNG', 'a.webp'], ['a.pdf', 'a.svg', 'a.docx']],
    ['wizard', 'deed', ['a.pdf', 'a.jpg', 'a.jpeg', 'a.png'], ['a.docx', 'a.xls', 'a.webp']],
    ['wizard', 'photo', ['a.jpg', 'a.jpeg', 'a.png'], ['a.pdf', 'a.webp']],
  ] as const)('the %s takes as %s %j, and not %j', (wayIn, kind, taken, others) => {
    for (const name of taken) expect(refused(wayIn, kind, name)).toBe(null);
    for (const name of others) expect(refused(wayIn, kind, name)).toMatch(/Choose another file/);
  });

  test('its type by the browser counts, too, and its size to the byte', () => {
    expect(refused('quick', 'rentRoll', 'rents', { type: 'application/pdf' })).toBe(null);
    expect(refused('quick', 'photo', 'a.jpg', { size: MAX_FILE_BYTES })).toBe(null);
    expect(refused('quick', 'photo', 'a.jpg', { size: MAX_FILE_BYTES + 1 })).toMatch(/larger than 10 MB/);
    expect(refused('quick', 'photo', 'a.jpg', { size: 0 })).toMatch(/empty/);
  });
});

describe('promises', () => {
  const tuesday = new Date('2026-11-24T18:00:00Z');

  test('of a quick submission are an answer within five business days', () => {
    expect(promisesAt('quick', tuesday)).toEqual({ respondBy: day('2026-12-02'), proposalBy: null });
  });

  test('of the wizard are contact within three and a proposal within five', () => {
    expect(promisesAt('wizard', tuesday)).toEqual({
      respondBy: day('2026-11-30'),
      proposalBy: day('2026-12-02'),
    });
  });

  test('wait as long as a question does', () => {
    const promised = promisesAt('wizard', tuesday);
    const asked = new Date('2026-11-25T09:00:00Z');
    const answered = new Date('2026-12-07T09:00:00Z');
    expect(promisesAfterPause(promised, asked, answered)).toEqual({
      respondBy: day('2026-12-09'),
      proposalBy: day('2026-12-11'),
    });
  });

  test('are named for what the owner hears next, and for the proposal after it', () => {
    const promised = { respondBy: '2026-12-01', proposalBy: '2026-12-03' };
    expect(promisedText({ wayIn: 'quick', respondBy: '2026-12-03', proposalBy: null })).toBe(
      'We answer by Dec 3, 2026',
    );
    expect(promisedText({ wayIn: 'wizard', ...promised })).toBe(
      'We contact you by Dec 1, 2026, proposal by Dec 3, 2026',
    );
    const contacted = { ...promised, respondBy: promised.proposalBy };
    expect(promisedText({ wayIn: 'wizard', ...contacted })).toBe('We send our proposal by Dec 3, 2026');
  });

  test('that were broken before a question stay broken', () => {
    const promised = { respondBy: day('2026-11-02'), proposalBy: null };
    expect(promisesAfterPause(promised, day('2026-11-05'), day('2026-11-20'))).toEqual(promised);
  });

  test('that were due on the day of a question move to the next business day', () => {
    const promised = { respondBy: day('2026-12-02'), proposalBy: null };
    const asked = new Date('2026-12-02T15:00:00Z');
    for (const [answered, respondBy] of [
      ['2026-12-02T16:00:00Z', '2026-12-03'],
      ['2026-12-05T12:00:00Z', '2026-12-07'],
      ['2026-12-25T12:00:00Z', '2026-12-28'],
    ] as const)
      expect(promisesAfterPause(promised, asked, new Date(answered)).respondBy).toEqual(day(respondBy));
  });

  test('are late from the day after, while it is pending and no question waits', () => {
    const pending = { status: 'pending', respondBy: day('2026-12-02'), pausedAt: null };
    expect(isLate(pending, new Date('2026-12-02T23:59:59Z'))).toBe(false);
    expect(isLate(pending, day('2026-12-03'))).toBe(true);
    expect(isLate({ ...pending, pausedAt: tuesday }, day('2026-12-03'))).toBe(false);
    expect(isLate({ ...pending, status: 'rejected' }, day('2026-12-03'))).toBe(false);
  });
});

test('a document is outdated after twelve months', () => {
  const now = new Date('2026-11-24T18:00:00Z');
  expect(isOutdated('2025-11-24', now)).toBe(false);
  expect(isOutdated('2025-11-23', now)).toBe(true);
  expect(isOutdated(null, now)).toBe(false);
});

test.each([
  [100_000_000, 4_000, 4_000],
  [100_009_999, 10_000, 10_000],
  [24_999, 4_000, 0],
  [25_000, 4_000, 1],
  [999_999_999_999, 10_000, 99_999_999],
  [100_000_100, 3_333, 3_333],
])(
  'a valuation of %i cents and %i basis points of equity are %i shares, never rounded up',
  (valuation, equity, shares) => {
    expect(sharesOf({ valuationCents: valuation, equityOfferedBps: equity })).toBe(shares);
  },
);

test('the excess is the equity offered beyond the owned part less the mortgage', () => {
  const home = { valuationCents: 100_000_000, equityOfferedBps: 5_000, ownershipBps: 7_500 };
  expect(liquidationExcessCents({ ...home, mortgageCents: 40_000_000 })).toBe(15_000_000);
  expect(liquidationExcessCents({ ...home, mortgageCents: 25_000_000 })).toBe(0);
  expect(liquidationExcessCents({ ...home, mortgageCents: null, ownershipBps: null })).toBe(0);
});

test('a figure that was confirmed by a refused document is still to be confirmed', () => {
  const confirmed = (item: 'name' | 'type', isValid = true) => ({ item, isValid });
  expect(missingConfirmations([confirmed('name'), confirmed('type', false)])).toEqual([
    'type',
    'valuation',
    'netIncome',
    'yield',
    'equity',
    'terms',
  ]);
});
