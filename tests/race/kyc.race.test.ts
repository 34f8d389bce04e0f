import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { storedFiles } from '#db/schema/files.ts';
import { kycDecisions } from '#db/schema/kyc.ts';
import { MAX_FILES } from '#features/files/files.rules.ts';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import {
  applyForReview,
  attach,
  decideOn,
  fillApplication,
  personal,
  verifyIdentity,
} from '../support/applicants.ts';
import { expectBooksBalance, outcomes, refusalOf, waitingForLocks } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

const ROUNDS = 5;

let t: PostgresPlatform;
let second: Platform;
let admins: [Person, Person];
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  admins = [await anAdmin(t.platform), on(second, await anAdmin(t.platform))];
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

const statusOf = async (person: Person) => (await api(person).kyc.application()).status;
const submit = (person: Person, requestId = newKey()) =>
  api(person).kyc.submit({ riskAcknowledged: true, requestId });
const notificationCount = async (person: Person) => (await api(person).notifications.list({})).items.length;

describe('reviewing at once, on two servers', () => {
  test('two approvals: one counts, and the applicant is notified once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await aUser(t.platform);
      const submittedAt = await applyForReview(ada);
      const { done, refused } = await outcomes(
        admins.map((admin) => decideOn(ada, 'approved', { admin, submittedAt })),
      );
      expect([done, refused]).toEqual([[{ status: 'approved' }], ['KYC_NOT_UNDER_REVIEW']]);
      expect(await notificationCount(ada)).toBe(2);
    }
  });

  test('an approval and a rejection: one wins, and everything says the same', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await aUser(t.platform);
      const submittedAt = await applyForReview(ada);
      const { done, refused } = await outcomes([
        decideOn(ada, 'approved', { admin: admins[0], submittedAt }),
        decideOn(ada, 'rejected', { admin: admins[1], submittedAt }),
      ]);
      expect(refused).toEqual(['KYC_NOT_UNDER_REVIEW']);
      expect(await statusOf(ada)).toBe(done[0]?.status);
      const rows = await t.platform.db.select().from(kycDecisions).where(eq(kycDecisions.userId, ada.id));
      expect(rows.map(({ decision }) => decision)).toEqual([done[0]?.status]);
    }
  });
});

test('an approval waits for the purchase of another account with its number, and the limit holds for both', async () => {
  const limited = await postgresPlatform({ env: { INVEST_LIMIT_MONTHLY_CENTS: '100000' } });
  const reviewer = await anAdmin(limited.platform);
  const [ada, other] = [
    await aUser(limited.platform, { cash: 250_000 }),
    await aUser(limited.platform, { cash: 250_000 }),
  ];
  const { id: propertyId } = await anApprovedProperty(limited.platform, {
    admin: reviewer,
    shares: 1_000,
    price: 1_000,
  });
  const buy = (person: Person) =>
    api(person).investing.invest({ propertyId, shares: 100, requestId: newKey() });
  await verifyIdentity(ada, personal.ssn);
  const submittedAt = await applyForReview(other);
  let decided: Promise<unknown[]> = Promise.resolve([]);
  await limited.platform.db.transaction(async (tx) => {
    await lockBalances(tx, [accounts.userCash(ada.id)]);
    const bought = buy(ada);
    await eventually(async () => (await waitingForLocks(limited.platform)) === 1);
    const approved = decideOn(other, 'approved', { admin: reviewer, submittedAt });
    decided = Promise.all([bought, approved]);
    await eventually(async () => (await waitingForLocks(limited.platform)) === 2);
  });
  await decided;
  expect(await refusalOf(buy(other))).toBe('MONTHLY_LIMIT');
  await expectBooksBalance(limited.platform);
  await limited.close();
});

describe('applying at once, in two tabs', () => {
  test('two first steps make one application, with the one that came last', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await aUser(t.platform);
      const { refused } = await outcomes(
        ['Ada', 'Augusta'].map((firstName, at) =>
          api(at ? on(second, ada) : ada).kyc.savePersonal({ ...personal, firstName }),
        ),
      );
      expect(refused).toEqual([]);
      expect(['Ada', 'Augusta']).toContain((await api(ada).kyc.application()).personal.firstName);
    }
  });

  test('submitted twice: once with one key, and once with two', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await aUser(t.platform);
      await fillApplication(ada);
      const key = newKey();
      const same = await outcomes([submit(ada, key), submit(on(second, ada), key)]);
      expect([same.done.length, same.refused]).toEqual([2, []]);
      expect(same.done[0]).toEqual(same.done[1]);
      const other = await aUser(t.platform);
      await fillApplication(other);
      const { done, refused } = await outcomes([submit(other), submit(on(second, other))]);
      expect([done.length, refused]).toEqual([1, ['KYC_LOCKED']]);
      expect([await notificationCount(ada), await notificationCount(other)]).toEqual([1, 1]);
    }
  });

  test('a change and a submission: the change is before it or refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await aUser(t.platform);
      await fillApplication(ada);
      const [change] = await Promise.allSettled([
        api(on(second, ada)).kyc.savePersonal({ ...personal, firstName: 'Augusta' }),
        submit(ada),
      ]);
      const { firstName } = (await api(ada).kyc.application()).personal;
      expect(firstName).toBe(change.status === 'fulfilled' ? 'Augusta' : 'Ada');
      expect(await statusOf(ada)).toBe('under_review');
    }
  });

  test('uploads in both: one document is stored, every other file is erased', async () => {
    const ada = await aUser(t.platform);
    const { refused } = await outcomes(
      Array.from({ length: 6 }, (_, at) => attach(at % 2 ? on(second, ada) : ada, 'idDocument')),
    );
    expect(refused).toEqual([]);
    await t.platform.jobs.drain();
    const rows = await t.platform.db.select().from(storedFiles).where(eq(storedFiles.userId, ada.id));
    const { idDocument } = (await api(ada).kyc.application()).documents;
    expect(rows.map(({ id, status }) => [id, status])).toEqual([[idDocument?.id, 'stored']]);
  });

  test('uploads for the last room: no more are taken than fit', async () => {
    const ada = await aUser(t.platform);
    const row = { userId: ada.id, purpose: 'kyc', name: 'x.jpg', mediaType: 'image/jpeg' } as const;
    const about = { size: 1, status: 'arriving', createdAt: new Date() } as const;
    const many = Array.from({ length: MAX_FILES - 2 }, () => ({ ...row, ...about, id: newKey() }));
    await t.platform.db.insert(storedFiles).values(many);
    const kinds = ['idDocument', 'proofOfAddress', 'incomeVerification', 'idDocument'] as const;
    const { done, refused } = await outcomes(kinds.map((kind) => attach(ada, kind)));
    expect(done.length + refused.length).toBe(4);
    expect(refused.every((code) => code === 'TOO_MANY_FILES')).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
  });
});
