import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submissionConfirmations, submissions } from '#db/schema/submissions.ts';
import { invest } from '#features/investing/server/index.ts';
import { visibleEntity } from '#features/properties/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { DAY } from '#kernel/time.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '#tests/support/actors.ts';
import { verifyIdentity } from '#tests/support/applicants.ts';
import { allPages, expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { aReadyDraft } from '#tests/support/intake.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { testClock } from '#tests/support/ports.ts';
import {
  anApprovedSubmission,
  aSubmission,
  aSubmissionDocument,
  aWizardSubmission,
  confirmAll,
  confirmedValues,
} from '#tests/support/submissions.ts';
import { type ConfirmedValue, type RequiredItem, requiredItem } from '../submissions.contract.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let reviewer: Person;
let owner: Person;
let submissionId: string;
beforeAll(async () => {
  t = await testPlatform({ clock: testClock(new Date('2026-11-24T18:00:00Z')) });
  reviewer = await anAdmin(t.platform);
});
beforeEach(async () => {
  owner = await aUser(t.platform);
  submissionId = (await aSubmission(owner)).id;
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

/** The test's day; its clock continues by a moment with each call. */
const today = expect.stringContaining('2026-11-24T18:00');
const seen = (id = submissionId) => api(reviewer).submissions.reviewed({ submissionId: id });
const ask = (body = 'Who manages the building?') =>
  api(reviewer).submissions.ask({ submissionId, body, requestId: newKey() });
const approve = (version: number, as = reviewer) =>
  api(as).submissions.approve({ submissionId, version, requestId: newKey() });
const reject = (version = 1, as = reviewer, reason = 'The rent roll is from 2019.') =>
  api(as).submissions.reject({ submissionId, version, reason, requestId: newKey() });
const newestNotice = async (person: Person) => (await api(person).notifications.list({ limit: 1 })).items[0];
const errorOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (failure: Error) => failure.cause ?? failure,
  );
  if (!(error instanceof DomainError)) throw new Error('The call was not refused.');
  return error;
};

describe('a document', () => {
  test('has the verdict of a person, and a refused one says why', async () => {
    const [document] = (await seen()).documents;
    const documentId = document?.id ?? '';
    const call = api(reviewer).submissions.judgeDocument({ documentId, verdict: 'refused' });
    expect(await refusalOf(call)).toBe('MALFORMED');
    await api(reviewer).submissions.judgeDocument({
      documentId,
      verdict: 'refused',
      note: 'A page is missing.',
      dated: '2025-01-31',
    });
    expect((await seen()).documents[0]).toMatchObject({
      verdict: 'refused',
      verdictNote: 'A page is missing.',
      verdictBy: 'Ada Quill',
      verdictAt: today,
      dated: '2025-01-31',
      scan: 'notScanned',
    });
    expect((await api(owner).submissions.own({ submissionId })).documents[0]).toMatchObject({
      verdict: 'refused',
      verdictNote: 'A page is missing.',
    });
  });

  test('of a form that is not submitted yet is nobody else’s business', async () => {
    const { id: documentId } = await aSubmissionDocument(owner);
    const call = api(reviewer).submissions.judgeDocument({ documentId, verdict: 'accepted' });
    expect(await refusalOf(call)).toBe('DOCUMENT_NOT_FOUND');
  });
});

test('a reviewer sees the other properties of the owner, and nobody else’s', async () => {
  expect((await seen()).otherProperties).toEqual([]);
  const { id } = await anApprovedProperty(owner.platform, { owner, admin: reviewer, name: 'Maple Court' });
  await anApprovedProperty(owner.platform, { admin: reviewer });
  expect((await seen()).otherProperties).toMatchObject([{ id, name: 'Maple Court', status: 'approved' }]);
});

describe('a confirmation', () => {
  test('stores the estimate beside the confirmed figure, and every earlier one', async () => {
    await confirmAll(reviewer, submissionId);
    const value = { item: 'valuation', valuationCents: 96_000_000, basis: 'sale' } as const;
    const { documents } = await seen();
    await api(reviewer).submissions.confirm({ submissionId, documentId: documents[3]?.id ?? '', value });
    const after = await seen();
    expect(after.fields.valuationCents).toBe(100_000_000);
    expect(after.confirmations.find((one) => one.value.item === 'valuation')).toMatchObject({
      value,
      documentId: documents[3]?.id,
      by: 'Ada Quill',
      isValid: true,
    });
    const stored = await t.platform.db
      .select()
      .from(submissionConfirmations)
      .where(eq(submissionConfirmations.submissionId, submissionId));
    expect(stored).toHaveLength(8);
  });

  test('by a refused document is refused, and no longer counts once its document is refused', async () => {
    await confirmAll(reviewer, submissionId);
    const { documents, missing } = await seen();
    expect(missing).toEqual([]);
    const documentId = documents[0]?.id ?? '';
    const note = 'It is of another house.';
    const { version } = await api(reviewer).submissions.judgeDocument({
      documentId,
      verdict: 'refused',
      note,
    });
    expect((await seen()).missing).toEqual(requiredItem.options);
    expect(await refusalOf(approve(version))).toBe('NOT_CONFIRMED');
    const again = api(reviewer).submissions.confirm({
      submissionId,
      documentId,
      value: confirmedValues.name,
    });
    expect(await refusalOf(again)).toBe('DOCUMENT_REFUSED');
  });

  test('needs a document of the same submission', async () => {
    const other = await seen((await aSubmission(owner)).id);
    const call = api(reviewer).submissions.confirm({
      submissionId,
      documentId: other.documents[0]?.id ?? '',
      value: confirmedValues.name,
    });
    expect(await refusalOf(call)).toBe('DOCUMENT_NOT_FOUND');
  });
});

describe('a question', () => {
  test('reaches the owner and is in the thread', async () => {
    await ask();
    expect(await seen()).toMatchObject({
      pausedAt: today,
      messages: [{ kind: 'question', author: 'Ada Quill', body: 'Who manages the building?' }],
    });
    expect(await newestNotice(owner)).toMatchObject({
      title: 'A question about your submission',
      message: 'Orchard House: Who manages the building?',
      actionUrl: `/owner-submit/${submissionId}`,
    });
  });
});

describe('the first contact', () => {
  test('is recorded once, and the proposal is promised next', async () => {
    submissionId = (await aWizardSubmission(owner)).id;
    expect((await seen()).respondBy).toBe('2026-11-30');
    await api(reviewer).submissions.recordContact({ submissionId });
    expect(await seen()).toMatchObject({ contactedAt: today, respondBy: '2026-12-02' });
    expect(await refusalOf(api(reviewer).submissions.recordContact({ submissionId }))).toBe(
      'ALREADY_CONTACTED',
    );
  });

  test('is a question as well', async () => {
    submissionId = (await aWizardSubmission(owner)).id;
    await ask();
    expect(await seen()).toMatchObject({ contactedAt: today, respondBy: '2026-12-02' });
  });

  test('is not promised to the owner of a quick submission', async () => {
    expect(await refusalOf(api(reviewer).submissions.recordContact({ submissionId }))).toBe(
      'NO_CONTACT_PROMISED',
    );
  });
});

describe('approval', () => {
  test.each(requiredItem.options)('is refused without the confirmed %s', async (item: RequiredItem) => {
    const version = await confirmAll(reviewer, submissionId, { except: [item] });
    expect(await refusalOf(approve(version))).toBe('NOT_CONFIRMED');
  });

  test('puts the property on the market with the confirmed figures, and its owner is notified', async () => {
    const values = { netIncome: { item: 'netIncome', netIncomeCents: 6_840_000 } } as const;
    const version = await confirmAll(reviewer, submissionId, { values });
    const { propertyId } = await approve(version);
    const id = propertyId ?? 0;
    const property = await api(owner).properties.detail({ id });
    // The net income is 7.2% of the valuation.
    const capRate = { capRateBps: 720, capRateBasis: 'confirmed' };
    expect(await api(owner).owners.property({ id })).toMatchObject(capRate);
    expect(property).toMatchObject({
      name: 'Orchard House',
      location: 'Austin, TX',
      status: 'approved',
      subtype: 'apartment',
      pricePerShareCents: 10_000,
      totalShares: 3_800,
      availableShares: 3_800,
      annualYieldBps: 700,
      ...capRate,
      capRateMonths: 0,
      valuationCents: 95_000_000,
      equityOfferedCents: 38_000_000,
      ownedByViewer: true,
      offering: { state: 'open', minimumShares: 3_800, fundingDays: 60, minimumOrderShares: 5 },
    });
    expect(property.offering.deadline).toContain('2027-01-23T18:00');
    expect(await newestNotice(owner)).toMatchObject({
      title: 'Property approved',
      actionUrl: `/property/${id}`,
    });
    expect(await seen()).toMatchObject({ status: 'approved', propertyId: id, decidedBy: 'Ada Quill' });
    const [valuation] = (await api(owner).valuations.list({ propertyId: id })).items;
    const [filed] = (await api(owner).documents.ofProperty({ propertyId: id })).items;
    expect(valuation).toMatchObject({
      ...{ basis: 'broker_opinion', effectiveOn: '2026-09-01', document: { id: filed?.id } },
    });
    expect(filed).toMatchObject({ kind: 'lease', title: 'Rent roll', dated: '2026-09-01' });
    const investor = await aUser(t.platform, { cash: 200_000 });
    await invest(investor, { propertyId: id, shares: 5, requestId: newKey() });
  });

  test('is refused when the yield does not agree with the net income, and names the supported yield', async () => {
    const values = { netIncome: { item: 'netIncome', netIncomeCents: 100 } } as const;
    const error = await errorOf(approve(await confirmAll(reviewer, submissionId, { values })));
    expect(error).toMatchObject({
      code: 'YIELD_NOT_SUPPORTED',
      message:
        '$1 a year on $950,000 is 0.0%. Confirm a yield within 0.5 points of it, or correct the figures.',
    });
  });

  test('is refused while the document of the valuation has no date', async () => {
    await aSubmissionDocument(owner, 'appraisal', { submissionId });
    await confirmAll(reviewer, submissionId);
    const undated = (await seen()).documents.find(({ dated }) => dated === null)?.id ?? '';
    const { version } = await api(reviewer).submissions.confirm({
      ...{ submissionId, documentId: undated, value: confirmedValues.valuation },
    });
    expect(await refusalOf(approve(version))).toBe('VALUATION_UNDATED');
    const verdict = { documentId: undated, verdict: 'accepted', dated: '2026-10-01' } as const;
    await approve((await api(reviewer).submissions.judgeDocument(verdict)).version);
  });

  test.each([
    [
      { item: 'position', latitude: 30.2672, longitude: -97.7431 },
      { latitude: 30.2672, longitude: -97.7431 },
    ],
    [undefined, { latitude: null, longitude: null }],
  ] as const)(
    'puts the property on the map where a reviewer confirmed its place',
    async (confirmed, place) => {
      const version = await confirmAll(reviewer, submissionId, {
        values: confirmed ? { position: confirmed } : {},
      });
      const { propertyId } = await approve(version);
      expect(await api(owner).properties.detail({ id: propertyId ?? 0 })).toMatchObject(place);
    },
  );

  test('takes the debt and its repayment from the confirmed terms, not from the figures of the owner', async () => {
    const { id } = await aWizardSubmission(owner);
    const { terms } = confirmedValues;
    const withDebt = (mortgageCents: number, repaymentCents: number) =>
      confirmAll(reviewer, id, {
        values: { terms: { ...terms, mortgageCents, repaymentCents } as ConfirmedValue },
      });
    const decide = (version: number) =>
      api(reviewer).submissions.approve({ submissionId: id, version, requestId: newKey() });
    expect(await refusalOf(withDebt(20_000_000, 20_000_001))).toBe('MALFORMED');
    expect(await refusalOf(decide(await withDebt(20_000_000, 19_000_000)))).toBe('BELOW_SHARE_PRICE');
    expect(await refusalOf(decide(await withDebt(90_000_000, 90_000_000)))).toBe('REPAYMENT_TOO_HIGH');
    const { propertyId } = await decide(await withDebt(20_000_000, 19_995_000));
    expect(await api(owner).properties.detail({ id: propertyId ?? 0 })).toMatchObject({
      debtCents: 20_000_000,
      offering: { mortgageRepaymentCents: 19_995_000 },
    });
    expect((await seen(id)).fields.mortgageCents).toBe(30_000_000);
  });

  test('waits for items confirmed before a field was required', async () => {
    await confirmAll(reviewer, submissionId);
    await t.platform.db.insert(submissionConfirmations).values({
      ...{ id: newId(), submissionId, item: 'terms', by: reviewer.id, at: t.clock.now() },
      value: { item: 'terms', fundingDays: 60, minimumShares: null, minimumInvestmentCents: 0 },
      documentId: (await seen()).documents[0]?.id ?? '',
    });
    expect((await seen()).missing).toEqual(['terms']);
    expect(await refusalOf(approve((await seen()).version))).toBe('NOT_CONFIRMED');
  });

  test('leaves the estimates and comparables of the wizard out of everything that shows the property', async () => {
    const { receipt } = await api(owner).intake.submit({
      ...(await aReadyDraft(owner)),
      requestId: newKey(),
    });
    const id = receipt?.id ?? '';
    const { estimates } = (await seen(id)).fields;
    const version = await confirmAll(reviewer, id);
    const { propertyId } = await api(reviewer).submissions.approve({
      submissionId: id,
      version,
      requestId: newKey(),
    });
    const property = { propertyId: propertyId ?? 0 };
    const visitor = api(await aUser(t.platform));
    const shown = JSON.stringify([
      await visitor.properties.list({ limit: 100 }),
      await visitor.properties.detail({ id: property.propertyId }),
      await visitor.valuations.ofProperty(property),
      await visitor.valuations.list(property),
      await visitor.documents.ofProperty(property),
      await visibleEntity(t.platform.db, owner.actor, property.propertyId),
    ]);
    expect(estimates?.comparables).toHaveLength(3);
    for (const { address, priceCents } of estimates?.comparables ?? []) {
      expect(shown).not.toContain(address);
      expect(shown).not.toContain(String(priceCents));
    }
    for (const figure of [estimates?.valueCents, estimates?.monthlyRentCents, estimates?.confidence])
      expect(shown).not.toContain(String(figure));
  });

  /** Takes an approved property off the market; `correct` submits it again by the simple form of its owner. */
  async function rejectedAfterwards(id: number) {
    await api(reviewer).properties.setStatus({ id, status: 'pending' });
    await api(reviewer).properties.setStatus({ id, status: 'rejected', reason: 'The title is disputed.' });
    await t.platform.jobs.drain();
    const { latest } = await api(owner).properties.simpleFormVersions({ id });
    return (totalShares: number, annualYield = '7.00') =>
      api(owner).properties.resubmit({
        id,
        submission: {
          ...{ name: 'Orchard House', location: 'Austin, TX', propertyType: 'residential' as const },
          ...{ pricePerShare: '100.00', annualYield, imageUrl: null },
          ...{ description: latest.submission.description, totalShares, minimumShares: 100 },
        },
        requestId: newKey(),
      });
  }

  test.each(['broker_opinion', 'purchase'] as const)(
    'has the confirmed valuation, here a %s, also when its owner later corrects price and shares',
    async (basis) => {
      const valuation = { item: 'valuation', valuationCents: 95_000_000, basis } as const;
      const version = await confirmAll(reviewer, submissionId, { values: { valuation } });
      const id = (await approve(version)).propertyId ?? 0;
      const correct = await rejectedAfterwards(id);
      expect(await refusalOf(correct(9_501))).toBe('BELOW_SHARE_PRICE');
      await correct(1_900);
      await api(reviewer).properties.setStatus({ id, status: 'approved' });
      const property = await api(owner).properties.detail({ id });
      expect(property).toMatchObject({ valuationCents: 95_000_000, totalShares: 1_900 });
      expect(await api(owner).valuations.ofProperty({ propertyId: id })).toMatchObject({
        valuationCents: 95_000_000,
        equityOfferedBps: 2_000,
      });
    },
  );

  test('is refused again with a yield of the owner’s own that the confirmed income does not support', async () => {
    const id = (await approve(await confirmAll(reviewer, submissionId))).propertyId ?? 0;
    const call = () => api(reviewer).properties.setStatus({ id, status: 'approved' });
    const correct = await rejectedAfterwards(id);
    await correct(3_800, '12.00');
    expect(await errorOf(call())).toMatchObject({
      code: 'YIELD_NOT_SUPPORTED',
      message:
        '$66,500 a year on $950,000 is 7.0%. Reject the property, so that its owner enters a yield within 0.5 points of it.',
    });
    await api(reviewer).properties.setStatus({ id, status: 'rejected', reason: 'The yield.' });
    await correct(3_800, '7.50');
    expect(await call()).toMatchObject({ annualYield: '7.50' });
  });

  test('makes the picture of the first photo that was not refused', async () => {
    const version = await confirmAll(reviewer, submissionId);
    const { propertyId } = await approve(version);
    await t.platform.jobs.drain();
    const property = await api(owner).properties.detail({ id: propertyId ?? 0 });
    expect(property.imageUrl).toMatch(/^\/api\/property-images\/[0-9a-f-]{36}$/);
  });

  test('of a submission changed since it was opened is refused with the fields', async () => {
    const version = await confirmAll(reviewer, submissionId);
    await aSubmissionDocument(owner, 'appraisal', { submissionId });
    const second = await anAdmin(t.platform);
    const value = { item: 'yield', annualYieldBps: 650 } as const;
    const documentId = (await seen()).documents[0]?.id ?? '';
    await api(second).submissions.confirm({ submissionId, documentId, value });
    const refused = await errorOf(approve(version));
    expect(refused).toMatchObject({
      code: 'SUBMISSION_CHANGED',
      kind: 'conflict',
      message:
        'It has changed since you opened it: Recent appraisal or BPO, Annual yield (confirmed). Review it again.',
      issues: [{ path: 'Recent appraisal or BPO' }, { path: 'Annual yield (confirmed)' }],
    });
    expect((await seen()).status).toBe('pending');
    await approve(version + 2);
  });

  test('is refused with what others changed since it was opened, also after steps of the reviewer', async () => {
    const { version: openedVersion } = await seen();
    await aSubmissionDocument(owner, 'appraisal', { submissionId });
    const version = await confirmAll(reviewer, submissionId);
    const decision = { submissionId, version, openedVersion, requestId: newKey() };
    const changed = { code: 'SUBMISSION_CHANGED', issues: [{ path: 'Recent appraisal or BPO' }] };
    expect(await errorOf(api(reviewer).submissions.approve(decision))).toMatchObject(changed);
    const rejected = api(reviewer).submissions.reject({ ...decision, reason: 'No.', requestId: newKey() });
    expect(await errorOf(rejected)).toMatchObject(changed);
    await api(reviewer).submissions.approve({ ...decision, openedVersion: openedVersion + 1 });
  });

  test('waits for the owner’s identity check where investors need one', async () => {
    const version = await confirmAll(reviewer, submissionId);
    const strict = secondPlatform(t, { env: { KYC_REQUIRED_TO_INVEST: '1' } });
    const call = () =>
      api(on(strict, reviewer)).submissions.approve({ submissionId, version, requestId: newKey() });
    expect(await refusalOf(call())).toBe('OWNER_NOT_VERIFIED');
    await verifyIdentity(owner, '219-45-6790');
    await call();
  });

  test('of equity that is worth less than a share, or of fewer shares than the minimum, is refused', async () => {
    const tiny = { item: 'valuation', valuationCents: 20_000, basis: 'appraisal' } as const;
    const small = await confirmAll(reviewer, submissionId, { values: { valuation: tiny } });
    expect(await refusalOf(approve(small))).toBe('NO_SHARES');
    const terms = { ...confirmedValues.terms, minimumShares: 3_801 } as typeof confirmedValues.terms;
    const many = await confirmAll(reviewer, submissionId, { values: { terms } });
    expect(await refusalOf(approve(many))).toBe('MINIMUM_TOO_HIGH');
  });

  test('sent twice with one key creates one property', async () => {
    const version = await confirmAll(reviewer, submissionId);
    const input = { submissionId, version, requestId: newKey() };
    const first = await api(reviewer).submissions.approve(input);
    expect(await api(reviewer).submissions.approve(input)).toEqual(first);
  });
});

describe('a rejected submission', () => {
  test('has its reason, which the owner reads, and is not reopened', async () => {
    await ask();
    await reject((await seen()).version);
    expect(await api(owner).submissions.own({ submissionId })).toMatchObject({
      status: 'rejected',
      reason: 'The rent roll is from 2019.',
      pausedAt: null,
    });
    expect(await newestNotice(owner)).toMatchObject({
      title: 'Submission not approved',
      message: expect.stringContaining('Reason: The rent roll is from 2019.'),
    });
    const { documents, version } = await seen();
    const documentId = documents[0]?.id ?? '';
    const later = [
      approve(version),
      reject(version),
      ask(),
      api(reviewer).submissions.judgeDocument({ documentId, verdict: 'accepted' }),
      api(reviewer).submissions.confirm({ submissionId, documentId, value: confirmedValues.name }),
    ];
    for (const call of later) expect(await refusalOf(call)).toBe('ALREADY_DECIDED');
  });

  test('needs a reason', async () => {
    expect(await refusalOf(reject(1, reviewer, '  '))).toBe('MALFORMED');
  });

  test('is answered to the second reviewer with the decision and its reviewer', async () => {
    const second = await anAdmin(t.platform);
    await reject();
    const error = await errorOf(reject(1, second));
    expect(error.message).toBe('Ada Quill rejected this submission on Nov 24, 2026.');
  });

  test('that was started again shows its reviewer the differences', async () => {
    const old = await seen();
    await reject();
    const again = await aSubmission(owner, {
      earlierId: submissionId,
      valuationCents: 90_000_000,
      documentIds: [
        ...old.documents.filter(({ kind }) => kind !== 'rentRoll').map(({ id }) => id),
        (await aSubmissionDocument(owner, 'rentRoll')).id,
      ],
    });
    const shown = await seen(again.id);
    expect(shown.earlier).toMatchObject({
      id: submissionId,
      reason: 'The rent roll is from 2019.',
      differences: [{ field: 'Estimated valuation', before: '$1,000,000.00', after: '$900,000.00' }],
    });
    const carried = shown.documents.filter(({ isCarriedOver }) => isCarriedOver).map(({ kind }) => kind);
    expect(carried.sort()).toEqual(['appraisal', 'financials', 'ownership', 'photo']);
  });
});

describe('nobody decides their own', () => {
  test.each(['own account', 'own tax number'] as const)('by their %s', async (how) => {
    const both = await anAdmin(t.platform);
    submissionId = (await aSubmission(both)).id;
    let decider = both;
    if (how === 'own tax number') {
      decider = await anAdmin(t.platform);
      for (const person of [both, decider]) await verifyIdentity(person, '219-45-6791');
    }
    const { documents, mayDecide } = await api(decider).submissions.reviewed({ submissionId });
    expect(mayDecide).toBe(false);
    const documentId = documents[0]?.id ?? '';
    const { submissions: own } = api(decider);
    const calls = [
      approve(1, decider),
      reject(1, decider),
      own.ask({ submissionId, body: 'Well?', requestId: newKey() }),
      own.judgeDocument({ documentId, verdict: 'accepted' }),
      own.confirm({ submissionId, documentId, value: confirmedValues.name }),
      own.recordContact({ submissionId }),
    ];
    for (const call of calls) expect(await refusalOf(call)).toBe('OWN_PROPERTY');
  });
});

describe('the queue', () => {
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

  test('has the most urgent first and those that wait for their owner last, page by page, and finds by way in, lateness, name, address and email', async () => {
    const far = (await aSubmission(owner, { name: 'Far Barn', streetAddress: '9 Hill Road' })).id;
    const respondBy = new Date('2026-11-20T00:00:00Z');
    await t.platform.db.update(submissions).set({ respondBy }).where(eq(submissions.id, far));
    const wizard = (await aWizardSubmission(owner)).id;
    for (const id of [wizard, submissionId])
      await api(reviewer).submissions.ask({ submissionId: id, body: 'Well?', requestId: newKey() });
    const { queue } = api(reviewer).submissions;
    const all = await allPages((cursor) => queue({ limit: 2, ...(cursor && { cursor }) }));
    expect(idsOf(all).indexOf(far)).toBe(0);
    const order = all.map((one) => `${one.pausedAt ? 'paused' : 'due'} ${one.respondBy}`);
    expect(order).toEqual(order.toSorted());
    expect(idsOf(all)).toEqual(expect.arrayContaining([wizard, submissionId]));
    expect(new Set(idsOf(all)).size).toBe(all.length);
    expect(await queue({ late: true })).toMatchObject({ items: [{ id: far, isLate: true }] });
    expect(idsOf((await queue({ wayIn: 'wizard', q: owner.email })).items)).toEqual([wizard]);
    for (const q of ['far barn', '9 hill', owner.email])
      expect(idsOf((await queue({ q })).items)).toContain(far);
    expect((await queue({ q: '100%' })).items).toEqual([]);
    await t.platform.db
      .update(submissions)
      .set({ respondBy: new Date('2026-12-02T00:00:00Z') })
      .where(eq(submissions.id, far));
  });

  test('has decided ones by their status, the newest decision first, page by page', async () => {
    const { submissionId: approved } = await anApprovedSubmission(owner, reviewer);
    await reject();
    const { queue } = api(reviewer).submissions;
    expect(idsOf((await queue({ status: 'approved', q: owner.email })).items)).toEqual([approved]);
    const other = (await aSubmission(owner)).id;
    await t.platform.db
      .update(submissions)
      .set({ respondBy: new Date('2026-11-20T00:00:00Z') })
      .where(eq(submissions.id, other));
    await api(reviewer).submissions.reject({
      submissionId: other,
      version: 1,
      reason: 'No.',
      requestId: newKey(),
    });
    const rejected = { status: 'rejected', q: owner.email, limit: 1 } as const;
    const pages = await allPages((cursor) => queue({ ...rejected, ...(cursor && { cursor }) }));
    expect(idsOf(pages)).toEqual([other, submissionId]);
  });
});

test('a question is mailed to an owner who does not read it, and while it waits nothing is late', async () => {
  const other = (await aSubmission(owner)).id;
  await ask();
  await t.platform.jobs.drain();
  t.clock.advance(30 * DAY);
  await t.platform.jobs.drain();
  expect(t.mails.to(owner.email).some(({ text }) => text.includes('Who manages the building?'))).toBe(true);
  expect([(await seen()).isLate, (await seen(other)).isLate]).toEqual([false, true]);
});
