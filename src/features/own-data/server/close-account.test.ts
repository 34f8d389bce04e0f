import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { jobs } from '#db/schema/platform.ts';
import { defaultSettings } from '#features/auto-invest/auto-invest.rules.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { decryptField, encryptedFieldOf } from '#features/kyc/server/encrypted-fields.ts';
import { setStatus } from '#features/properties/server/index.ts';
import { fundPromotions } from '#features/referrals/server/index.ts';
import { reachTier } from '#features/referrals/server/reach-tier.ts';
import { ask, confirm, judgeDocument, reject } from '#features/submissions/server/index.ts';
import { joinWaitlistCommand } from '#features/waitlist/server/index.ts';
import { DEFAULT_ALERTS } from '#features/watchlist/watchlist.rules.ts';
import { groupBy } from '#kernel/group-by.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { auditChainInvariants, sealAuditLog } from '#platform/server/audit/audit-chain.ts';
import { rows } from '#platform/server/database/db.ts';
import { createLog } from '#platform/server/runtime/log.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { checkInvariants, type Finding } from '#platform/server/verification/invariants.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  contextOf,
  fund,
  newKey,
  onboardingAnswers,
  PASSWORD,
  type Person,
  personOf,
  systemOf,
} from '#tests/support/actors.ts';
import {
  applyForReview,
  attach,
  decideOn,
  employment,
  fillApplication,
  personal,
  verifyIdentity,
} from '#tests/support/applicants.ts';
import { backupOf, restoreInto } from '#tests/support/backups.ts';
import { cashOf, expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { fullDraft } from '#tests/support/intake.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testFiles } from '#tests/support/ports.ts';
import { aSubmission, aSubmissionDocument, quickDocuments } from '#tests/support/submissions.ts';
import { aPdf } from '#tests/support/uploads.ts';
import { retainedUntil } from '../own-data.rules.ts';
import { closeAgain } from './close-again.ts';
import { nextStepOf } from './closing-obstacles.ts';
import { ownDataJobs } from './own-data.jobs.ts';
import { personTables } from './person-tables.ts';

const published: unknown[] = [];
const logged: string[] = [];
const files = testFiles();
let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let secondAdmin: Person;
beforeAll(async () => {
  const closedAccounts = { publish: async (closed: unknown) => void published.push(closed) };
  const log = createLog({ logLevel: 'debug' }, { write: (line) => logged.push(line) });
  t = await testPlatform({ replace: { files, closedAccounts, log } });
  admin = await anAdmin(t.platform);
  secondAdmin = await anAdmin(t.platform);
});
afterAll(() => t.close());

const confirmation = 'Close my account';
const close = (person: Person, requestId = newKey()) =>
  api(person).ownData.closeAccount({ confirmation, requestId });
const obstaclesOf = async (person: Person) =>
  (await api(person).ownData.closing()).obstacles.map(({ kind }) => kind);

test('lists every obstacle, and is refused with them until each has ended', async () => {
  const property = (await anApprovedProperty(t.platform, { admin, shares: 100, price: 1_000 })).id;
  const [ada, bea] = [await aUser(t.platform, { cash: 100_000 }), await aUser(t.platform, { cash: 100_000 })];
  expect(await obstaclesOf(ada)).toEqual(['cash']);
  await api(ada).investing.invest({ propertyId: property, shares: 5, requestId: newKey() });
  t.clock.advance(2 * DAY);
  const again = await personOf(t.platform, { ...ada, role: 'user' });
  const order = { propertyId: property, pricePerShareCents: 1_000 };
  const listing = await api(again).resale.openListing({ ...order, shares: 2, requestId: newKey() });
  const waiting = await aPendingProperty(t.platform, { owner: again });
  const { id: submissionId } = await aSubmission(again);
  await api(again).wallet.withdraw({ amountCents: 1_000, requestId: newKey() });
  const left = ['orders', 'shares', 'transfers', 'cash', 'submissions', 'waitingProperties'];
  expect(await obstaclesOf(again)).toEqual(left);
  const refused = await close(again).catch((error: Error) => error.message);
  expect(refused).toContain('You hold 5 shares. 1 bank transfer is still pending.');
  expect(refused).toContain('You own 1 property under review.');
  expect((await api(again).identity.me())?.frozen).toBeNull();

  const ends: [string, () => Promise<unknown>][] = [
    ['orders', () => api(again).resale.cancelListing({ listingId: listing.id, requestId: newKey() })],
    [
      'shares',
      async () => {
        const offer = await api(again).resale.openListing({ ...order, shares: 5, requestId: newKey() });
        const total = { listingId: offer.id, shares: 5, expectedTotalCents: 5_000 };
        await api(bea).resale.buyShares({ ...total, requestId: newKey() });
      },
    ],
    ['transfers', () => t.platform.jobs.drain()],
    [
      'cash',
      async () => {
        const amountCents = await cashOf(t.platform.db, again.id);
        await api(again).wallet.withdraw({ amountCents, requestId: newKey() });
        await t.platform.jobs.drain();
      },
    ],
    [
      'submissions',
      async () => {
        const { version } = await api(again).submissions.own({ submissionId });
        await reject(admin, { submissionId, version, reason: 'It is sold.', requestId: newKey() });
      },
    ],
    [
      'waitingProperties',
      () => setStatus(admin, { id: waiting.id, status: 'rejected', reason: 'It is sold.' }),
    ],
  ];
  for (const [kind, end] of ends) {
    expect(await refusalOf(close(again))).toBe('CLOSING_REFUSED');
    await end();
    left.splice(left.indexOf(kind), 1);
    expect(await obstaclesOf(again)).toEqual(left);
  }
  expect(await close(again)).toMatchObject({ closedAt: expect.any(String) });
});

test('an achievement that is found after the closing is announced to nobody', async () => {
  const { id: propertyId } = await anApprovedProperty(t.platform, { admin, price: 1_000 });
  const ada = await aUser(t.platform, { cash: 1_025 });
  const bea = await aUser(t.platform, { cash: 1_000 });
  await api(ada).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  t.clock.advance(3 * DAY);
  await t.platform.jobs.drain();
  const again = await personOf(t.platform, { ...ada, role: 'user' });
  const order = { propertyId, shares: 1, pricePerShareCents: 1_000, requestId: newKey() };
  const { id: listingId } = await api(again).resale.openListing(order);
  const purchase = { listingId, shares: 1, expectedTotalCents: 1_000, requestId: newKey() };
  await api(bea).resale.buyShares(purchase);
  const amountCents = await cashOf(t.platform.db, ada.id);
  await api(again).wallet.withdraw({ amountCents, requestId: newKey() });
  await t.platform.jobs.drain({ schedules: [] });
  await close(again);
  t.clock.advance(HOUR);
  await t.platform.jobs.drain();
  const reached = await rows<{ kind: string }>(
    t.platform.db,
    sql`select kind from achievements where user_id = ${ada.id} and kind = 'firstSale'`,
  );
  expect(reached).toHaveLength(1);
  const stored = await rows(t.platform.db, sql`select title from notifications where user_id = ${ada.id}`);
  expect(stored).toEqual([]);
});

test('a frozen account, and one with a referral reward on the way, stay open until that has ended', async () => {
  const { id: propertyId } = await anApprovedProperty(t.platform, { admin, price: 1_000 });
  const bea = await aUser(t.platform, { cash: 50_000 });
  // Its fee of 2.5% pays for the reward.
  await api(bea).investing.invest({ propertyId, shares: 41, requestId: newKey() });
  t.clock.advance(3 * DAY);
  await t.platform.jobs.drain();
  const [fay, ray] = [await aUser(t.platform), await aUser(t.platform)];
  await api(admin).freezes.freezeAccount({ userId: fay.id, reason: 'There is a court order.' });
  expect(await obstaclesOf(fay)).toEqual(['frozen']);
  expect(await refusalOf(close(fay))).toBe('ACCOUNT_FROZEN');
  await api(admin).freezes.unfreezeAccount({ userId: fay.id, reason: 'The court has lifted it.' });
  expect(await obstaclesOf(fay)).toEqual([]);

  await verifyIdentity(ray, '287-65-1234');
  await reachTier(systemOf(t.platform), { userId: ray.id, tier: 3 });
  expect(await obstaclesOf(ray)).toEqual([]);
  await api(ray).referrals.chooseReward({ tier: 3, propertyId, requestId: newKey() });
  expect(await obstaclesOf(ray)).toEqual(['rewards']);
  expect(await refusalOf(close(ray))).toBe('CLOSING_REFUSED');
  await fundPromotions(systemOf(t.platform), { amountCents: 1_025, requestId: newKey() });
  await t.platform.jobs.drain();
  expect(await obstaclesOf(ray)).toEqual(['shares']);
});

test('an owner whose property was offered to investors reads that the account stays open, and why', async () => {
  const owner = await aUser(t.platform);
  await anApprovedProperty(t.platform, { admin, owner });
  const { obstacles } = await api(owner).ownData.closing();
  expect(obstacles).toEqual([
    {
      kind: 'offeredProperties',
      text: 'You own 1 property that was offered to investors. Your account has to stay open because investors’ records need the owner’s name.',
    },
  ]);
});

test('says of shares that cannot be sold what ends the holding', async () => {
  const offered = await anApprovedProperty(t.platform, { admin, price: 1_000, minimumShares: 50 });
  const off = await anApprovedProperty(t.platform, { admin, price: 1_000 });
  const ada = await aUser(t.platform, { cash: 3_075 });
  await api(ada).investing.invest({ propertyId: offered.id, shares: 1, requestId: newKey() });
  await api(ada).investing.invest({ propertyId: off.id, shares: 2, requestId: newKey() });
  t.clock.advance(3 * DAY);
  await t.platform.jobs.drain();
  await setStatus(admin, { id: off.id, status: 'pending', reason: 'The roof is gone.' });
  const again = await personOf(t.platform, { ...ada, role: 'user' });
  const { obstacles } = await api(again).ownData.closing();
  const held = obstacles.filter(({ text }) => text.startsWith('You hold'));
  expect(held.map(({ kind, text }) => [kind, text.slice(0, 40)])).toEqual([
    ['offeredShares', 'You hold 1 share in offerings that are s'],
    ['untradedShares', 'You hold 2 shares of properties that are'],
  ]);
});

test('waits for the distributions of shares that were held at a record date', async () => {
  const property = (await anApprovedProperty(t.platform, { admin, shares: 100, price: 1_000 })).id;
  const [ada, bea] = [await aUser(t.platform, { cash: 10_250 }), await aUser(t.platform, { cash: 20_000 })];
  await api(ada).investing.invest({ propertyId: property, shares: 10, requestId: newKey() });
  t.clock.advance(95 * DAY);
  const seller = await personOf(t.platform, { ...ada, role: 'user' });
  const buyer = await personOf(t.platform, { ...bea, role: 'user' });
  const order = { propertyId: property, shares: 10, pricePerShareCents: 1_000 };
  const listing = await api(seller).resale.openListing({ ...order, requestId: newKey() });
  await api(buyer).resale.buyShares({
    listingId: listing.id,
    shares: 10,
    expectedTotalCents: 10_000,
    requestId: newKey(),
  });
  await api(seller).wallet.withdraw({ amountCents: 10_000, requestId: newKey() });
  await t.platform.jobs.drain();
  expect(await obstaclesOf(seller)).toEqual(['payouts']);
  const { obstacles } = await api(seller).ownData.closing();
  expect(obstacles[0]?.text).toMatch(/, Q\d 20\d\d: The owner has to report it(;| by)/);
  const payAt = new Date('2027-01-15T00:00:00Z');
  const early = new Date('2027-01-14T23:59:59Z');
  expect(nextStepOf('prepared', payAt, early)).toBe('An admin has to approve it by Jan 15, 2027.');
  expect(nextStepOf('returned', payAt, payAt)).toBe(
    'The owner has to report it; that was due on Jan 15, 2027.',
  );
  expect(nextStepOf('approved', payAt, early)).toBe('It is approved and will be paid on Jan 15, 2027.');
});

test('the last admin stays, and of two who close their accounts at once one does', async () => {
  const own = await testPlatform();
  const [first, second] = [await anAdmin(own.platform), await anAdmin(own.platform)];
  const both = await Promise.allSettled([close(first), close(second)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [left] = await rows<{ id: string }>(own.platform.db, sql`select id from users where role = 'admin'`);
  const last = left?.id === first.id ? first : second;
  expect(await obstaclesOf(last)).toEqual(['lastAdmin']);
  await expectBooksBalance(own.platform);
  await own.close();
});

test('where two admins approve, two others remain: of three who close their accounts at once one does', async () => {
  const own = await testPlatform({ env: { APPROVALS: '2' } });
  const admins = [await anAdmin(own.platform), await anAdmin(own.platform), await anAdmin(own.platform)];
  const ended = await Promise.allSettled(admins.map((admin) => close(admin)));
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await own.close();
});

test('asks for a recent proof of identity and for the words, and is for browsers only', async () => {
  const ada = await aUser(t.platform);
  expect(await refusalOf(api(ada).ownData.closeAccount({ confirmation: 'yes', requestId: newKey() }))).toBe(
    'MALFORMED',
  );
  t.clock.advance(11 * 60_000);
  expect(await refusalOf(close(ada))).toBe('CONFIRM_IDENTITY');
});

test('nobody gets into a closed account, and its email is free for another one', async () => {
  const ada = await aUser(t.platform);
  const { secret } = await api(ada).identity.createToken({ name: 'x', scope: 'write', expiresInDays: 1 });
  await close(ada);
  const visitor = contextOf(t.platform);
  const signIn = { email: ada.email, password: PASSWORD };
  expect(await refusalOf(api(visitor).identity.signIn(signIn))).toBe('WRONG_CREDENTIALS');
  const left = await rows(
    t.platform.db,
    sql`select 1 as one from sessions where user_id = ${ada.id} union all
        select 1 from access_tokens where user_id = ${ada.id}`,
  );
  expect([secret.startsWith('chp_'), left]).toEqual([true, []]);
  await t.platform.jobs.drain();
  const [farewell] = t.mails.to(ada.email).slice(-1);
  expect(farewell?.subject).toBe('Your account is closed');
  const next = await aUser(t.platform, { email: ada.email });
  expect(next.id).not.toBe(ada.id);
  await close(next);
});

test('reviewers no longer wait for an applicant whose account is closed', async () => {
  const ada = await aUser(t.platform);
  await applyForReview(ada);
  await decideOn(ada, 'requires_additional_info', { admin });
  await close(ada);
  const { items } = await api(admin).kyc.queue({ status: 'requires_additional_info' });
  expect(items.map(({ applicantId }) => applicantId)).not.toContain(ada.id);
});

test('a former admin is named in no notification of their requests, whatever their name was then', async () => {
  const bea = await anAdmin(t.platform);
  await api(bea).identity.updateProfile({ firstName: 'Beatrix', lastName: 'Quill' });
  const other = await aUser(t.platform);
  await api(admin).freezes.freezeAccount({ userId: other.id, reason: 'Look.' });
  const command = { command: 'freezes.unfreezeAccount', input: { userId: other.id, reason: 'Looked.' } };
  await api(bea).approvals.request({ ...command, reason: 'A look at it.', requestId: newKey() });
  const named = () =>
    rows(t.platform.db, sql`select message from notifications where message like '%Beatrix Quill%'`);
  expect(await named()).not.toEqual([]);
  await api(bea).identity.updateProfile({ firstName: 'Bea', lastName: 'Jones' });
  await close(bea);
  expect(await named()).toEqual([]);
});

test('a request that was on its way when the account was closed writes nothing, whatever it is', async () => {
  const ada = await aUser(t.platform);
  await close(ada);
  const late = [
    () => api(ada).kyc.savePersonal(personal),
    () => api(ada).wallet.deposit({ amountCents: 1_000, requestId: newKey() }),
    () => api(ada).watchlist.setAlerts({} as never),
    () => attach(ada, 'idDocument'),
    () => close(ada),
  ];
  const codes = await Promise.all(late.map((send) => refusalOf(send())));
  expect(new Set(codes.filter((code) => code !== 'MALFORMED'))).toEqual(new Set(['UNAUTHORIZED']));
  expect(await refusalOf(api(admin).freezes.unfreezeAccount({ userId: ada.id, reason: 'They asked.' }))).toBe(
    'NOT_FROZEN',
  );
});

const MARK = 'Zyxwvut';
/** The marks of fields that take digits only. */
const MARKED_PHONE = '(646) 555-7391';
const MARKED_LOT_SIZE = '1357913579';
const hasMark = (text: string) =>
  text.toLowerCase().includes(MARK.toLowerCase()) ||
  text.includes('555-7391') ||
  text.includes(MARKED_LOT_SIZE);

/** Texts of admins about a person: in reasons about them, and with their email in a reason about someone else. */
async function writeAbout(ada: Person): Promise<void> {
  await api(admin).freezes.freezeAccount({ userId: ada.id, reason: `${MARK} may be someone else.` });
  await api(admin).freezes.unfreezeAccount({ userId: ada.id, reason: `${MARK} has shown a passport.` });
  const bea = await aUser(t.platform);
  const { id } = await aPendingProperty(t.platform, { owner: bea });
  await api(admin).freezes.freezeAccount({ userId: bea.id, reason: `Another account of ${ada.email}.` });
  await setStatus(admin, { id, status: 'rejected', reason: `The deed is in the name of ${ada.email}.` });
  const purpose = `${ada.email} has sued a holder.`;
  await api(admin).registers.releaseRegister({ propertyId: id, purpose });
}

/** What a person chooses without typing a word: it is theirs, and goes with the account. */
async function chooseSettings(person: Person): Promise<void> {
  const me = api(person);
  const { id: propertyId } = await anApprovedProperty(t.platform, { admin });
  await me.watchlist.watchProperty({ propertyId });
  await me.watchlist.setAlerts({ alerts: DEFAULT_ALERTS });
  await me.autoInvest.saveSettings({ ...defaultSettings, enabled: false });
  await me.notifications.setPreferences(await me.notifications.preferences());
  await me.referrals.makeCode();
}

/** A withdrawal that an admin holds, with a mark in the reason. */
async function holdMarkedWithdrawal(person: Person, amountCents: number): Promise<string> {
  const { id: transferId } = await api(person).wallet.withdraw({ amountCents, requestId: newKey() });
  await api(admin).wallet.holdWithdrawal({ transferId, reason: `Is it the account of ${MARK}?` });
  return transferId;
}

/** A withdrawal that an admin rejects, one that the bank returns, each with a mark in the reason, and one that is paid. */
async function withdrawMarked(person: Person): Promise<void> {
  const amountCents = 1_000;
  await fund(person, amountCents);
  const transferId = await holdMarkedWithdrawal(person, amountCents);
  const reason = `It is not the account of ${MARK}.`;
  await api(admin).wallet.rejectWithdrawal({ transferId, reason, requestId: newKey() });
  t.bank.answer({ status: 'failed', reason: `No account of ${MARK} is known.` });
  await api(person).wallet.withdraw({ amountCents, requestId: newKey() });
  await t.platform.jobs.drain();
  t.bank.answer({ status: 'completed' });
  await api(person).wallet.withdraw({ amountCents, requestId: newKey() });
  await t.platform.jobs.drain();
}

/** A submission of the wizard with a mark in it, confirmed, found wanting and rejected by a reviewer. */
async function submitMarkedDraft(ada: Person): Promise<void> {
  const { intake } = api(ada);
  const draft = {
    ...fullDraft,
    propertyDetails: { ...fullDraft.propertyDetails, lotSize: MARKED_LOT_SIZE },
    ownershipInfo: { ...fullDraft.ownershipInfo, ownerName: MARK },
  };
  const saved = await intake.saveDraft({ expectedVersion: 0, draft });
  const { version: expectedVersion } = await intake.calculateValuation({ expectedVersion: saved.version });
  const { id: documentId } = await aSubmissionDocument(ada, 'deed', { wayIn: 'wizard', dated: '2026-09-01' });
  const documentIds = [documentId];
  const { receipt } = await intake.submit({ expectedVersion, documentIds, requestId: newKey() });
  const submissionId = receipt?.id ?? '';
  await confirm(admin, { submissionId, documentId, value: { item: 'name', name: `House of ${MARK}` } });
  const note = `The deed is in another name than ${MARK}.`;
  const { version } = await judgeDocument(admin, { documentId, verdict: 'refused', note });
  await reject(admin, { submissionId, version, reason: 'The deed is refused.', requestId: newKey() });
}

/**
 * A property with a mark in its texts and those of its reviewer, rejected twice, with withdrawn documents that its owner
 * and an admin filed.
 */
async function offerMarkedProperty(ada: Person): Promise<void> {
  const submission = {
    name: MARK,
    location: `${MARK}, TX`,
    streetAddress: MARK,
    description: MARK,
    imageUrl: `https://pictures.example/${MARK}.png`,
    propertyType: 'residential',
    subtype: MARK,
    pricePerShare: '100.00',
    totalShares: 100,
    annualYield: '7.50',
  } as const;
  const { id } = await api(ada).properties.submit({ submission, requestId: newKey() });
  const rejection = { id, status: 'rejected', reason: `${MARK} asks too much.` } as const;
  await setStatus(admin, rejection);
  await api(ada).properties.resubmit({ id, submission, requestId: newKey() });
  const facts = { kind: 'title', title: MARK, dated: '2026-09-01' } as const;
  for (const filer of [ada, secondAdmin]) {
    const file = { propertyId: id, name: `${MARK} deed.pdf`, bytes: aPdf() };
    const { id: documentId } = await uploadDocument(filer, { ...facts, ...file });
    await api(admin).documents.withdraw({ documentId, reason: `${MARK} has sold it.` });
  }
  await setStatus(admin, rejection);
}

/** A person with a mark in everything that can be typed, and in the texts that others write about it. */
async function aMarkedPerson(): Promise<Person> {
  const email = `${MARK.toLowerCase()}-${newKey()}@example.test`;
  const ada = await aUser(t.platform, { email });
  const me = api(ada);
  await joinWaitlistCommand(systemOf(t.platform), { email, name: MARK, requestId: newKey() });
  await me.identity.updateProfile({ firstName: MARK, lastName: `${MARK}son` });
  await me.identity.createToken({ name: MARK, scope: 'read', expiresInDays: 1 });
  await me.identity.requestEmailChange({ email: `new-${email}` });
  // As after an earlier change of it.
  await t.platform.db.insert(jobs).values({
    id: newKey(),
    kind: 'notifications.notifySecurityChange',
    key: newKey(),
    payload: { userId: ada.id, change: 'email', to: `old-${email}` },
    status: 'done',
    runAt: t.clock.now(),
    createdAt: t.clock.now(),
    finishedAt: t.clock.now(),
  });
  await me.kyc.savePersonal({
    ...personal,
    firstName: MARK,
    lastName: MARK,
    ssn: '287-65-4321',
    phone: MARKED_PHONE,
  });
  await me.kyc.saveAddress({ address: MARK, city: MARK, state: 'TX', zipCode: '78701' });
  await me.kyc.saveEmployment({ ...employment, employer: MARK, occupation: MARK });
  await attach(ada, 'idDocument', { name: `${MARK}.png` });
  await attach(ada, 'proofOfAddress', { name: `${MARK}.png` });
  await attach(ada, 'incomeVerification', { name: `${MARK} income.png` });
  await me.onboarding.complete({ answers: { ...onboardingAnswers, geographicPreferences: [MARK] } });
  await chooseSettings(ada);
  await submitMarkedDraft(ada);
  await aSubmissionDocument(ada, 'deed', { name: `${MARK} draft.pdf`, wayIn: 'wizard' });
  const documentIds = await quickDocuments(ada);
  const { id: submissionId } = await aSubmission(ada, {
    name: MARK,
    streetAddress: MARK,
    city: MARK,
    description: MARK,
    subtype: MARK,
    documentIds,
  });
  await ask(admin, { submissionId, body: `Dear ${MARK}, is it dry?`, requestId: newKey() });
  const { version } = await api(ada).submissions.own({ submissionId });
  await reject(admin, {
    submissionId,
    version,
    reason: `The photos of ${MARK} are of another house.`,
    requestId: newKey(),
  });
  await offerMarkedProperty(ada);
  const { id: approvalId } = await api(admin).approvals.request({
    command: 'identity.grantAdminRole',
    input: { userId: ada.id, reason: `We need ${MARK}.` },
    reason: `${MARK} would be a good one.`,
    requestId: newKey(),
  });
  await api(secondAdmin).approvals.decline({ id: approvalId, reason: `${MARK} is too new.` });
  await withdrawMarked(ada);
  await writeAbout(ada);
  for (const insert of [
    sql`update users set profile_image_url = ${`https://example.test/${MARK}`} where id = ${ada.id}`,
    sql`insert into passkeys values (${newKey()}, ${ada.id}, ${MARK}, ${newKey()}, 'k', 0, '[]', false, now(), null)`,
    sql`insert into provider_accounts values ('https://id.test', ${`${MARK} ${ada.id}`}, ${ada.id}, ${email}, now(), null)`,
    sql`insert into second_factors (user_id, secret, created_at) values (${ada.id}, ${MARK}, now())`,
    sql`insert into sign_in_flows values (${newKey()}, 'passkey_add', ${ada.id}, ${`{"a":"${MARK}"}`}::jsonb, now())`,
    sql`insert into bank_columns values (${ada.id}, ${MARK}, ${`["${MARK}"]`}, now())`,
    sql`insert into counterparty_lines values (${ada.id}, ${MARK}, 'rent', now())`,
  ])
    await t.platform.db.execute(insert);
  return ada;
}

/** The rows with the mark, by table of a backup. */
async function markedRows(db = t.platform.db): Promise<Map<string, Record<string, unknown>[]>> {
  const lines: { table: string; line: string }[] = [];
  let table = '';
  for (const line of await backupOf(db)) {
    if (line.startsWith('table ')) table = line.slice('table '.length);
    else if (hasMark(line)) lines.push({ table, line });
  }
  const byTable = groupBy(lines, (one) => one.table);
  return new Map([...byTable].map(([name, some]) => [name, some.map(({ line }) => JSON.parse(line))]));
}

/** Number of rows with the mark, by table of a backup. */
async function marked(db = t.platform.db): Promise<Record<string, number>> {
  return Object.fromEntries([...(await markedRows(db))].map(([table, found]) => [table, found.length]));
}

const filesOf = async (userId: string) =>
  rows<{ purpose: string }>(t.platform.db, sql`select purpose from stored_files where user_id = ${userId}`);

test('nothing identifies the person afterward, in any table, file, event, job or log, nor in a new backup', async () => {
  const before = new Set(files.stored.keys());
  const ada = await aMarkedPerson();
  await t.platform.jobs.drain();
  const planted = await marked();
  expect(Object.keys(planted).length).toBeGreaterThan(18);
  expect(planted).not.toHaveProperty('audit_log');
  await close(ada);
  t.clock.advance(HOUR);
  await t.platform.jobs.drain();
  expect(await marked()).toEqual({});
  expect([...files.stored.keys()].filter((key) => !before.has(key))).toEqual([]);
  t.platform.log.info('closed');
  expect(logged.at(-1)).toContain('closed');
  expect(logged.filter(hasMark)).toEqual([]);
  await sealAuditLog(systemOf(t.platform), {});
  await expectBooksBalance(t.platform);
  expect(published).toContainEqual({ userId: ada.id, closedAt: expect.stringMatching(/Z$/) });
});

test('a backup from before the closing is without the key of the person, and restoring it erases again', async () => {
  const ada = await aMarkedPerson();
  await t.platform.jobs.drain();
  const earlier = await backupOf(t.platform.db);
  const sealed = JSON.parse(
    earlier.find((line) => line.includes(ada.id) && line.includes('sealed_ssn')) ?? '{}',
  );
  const place = encryptedFieldOf('sealed_ssn', ada.id);
  expect(await decryptField(t.platform, sealed.sealed_ssn, place)).toBe('287654321');
  const scan = new Map(files.stored).get(`kyc/${sealed.id_document}`);
  expect(await t.platform.files.get(`kyc/${sealed.id_document}`)).not.toBeNull();
  const { closedAt } = await close(ada);
  await t.platform.jobs.drain();
  expect(await decryptField(t.platform, sealed.sealed_ssn, place)).toBeNull();
  // As a copy of the stored files from before the closing would have it.
  await files.put(`kyc/${sealed.id_document}`, scan ?? new Uint8Array(), '');
  expect(await t.platform.files.get(`kyc/${sealed.id_document}`)).toBeNull();
  await files.remove(`kyc/${sealed.id_document}`);

  const elsewhere = await testPlatform({ replace: { files } });
  await restoreInto(elsewhere.platform.db, earlier);
  expect(Object.keys(await marked(elsewhere.platform.db)).length).toBeGreaterThan(18);
  expect((await closeAgain(systemOf(elsewhere.platform), { userId: ada.id, closedAt })).closed).toBe(true);
  elsewhere.clock.moveTo(new Date(t.clock.now().getTime() + HOUR));
  await elsewhere.platform.jobs.drain();
  expect(await marked(elsewhere.platform.db)).toEqual({});
  await expectBooksBalance(elsewhere.platform);
  await elsewhere.close();
});

/** Everything that was written about a person, as admins and they read it. */
async function writtenAbout({ id }: Person) {
  const admins = rows(
    t.platform.db,
    sql`select n.message from notifications n join users u on u.id = n.user_id where u.role = 'admin' order by n.id`,
  );
  const theirs = rows(
    t.platform.db,
    sql`select message from notifications where user_id = ${id} union all
        select reason from frozen_accounts where user_id = ${id} union all
        select hold_reason from bank_transfers where user_id = ${id} order by 1`,
  );
  const log = (await api(admin).audit.log({ subject: `user:${id}` })).items;
  return JSON.stringify([await admins, await theirs, log]);
}

test('a name that somebody chose, and a reason equal to theirs, changes nothing that is about others', async () => {
  const bea = await aUser(t.platform, { cash: 5_000 });
  t.bank.answer({ status: 'pending' });
  const { id: transferId } = await api(bea).wallet.withdraw({ amountCents: 1_000, requestId: newKey() });
  await api(admin).wallet.holdWithdrawal({ transferId, reason: 'ok' });
  await api(admin).freezes.freezeAccount({ userId: bea.id, reason: 'There is a court order.' });
  const about = { userId: bea.id, reason: 'Mistaken.' };
  const request = { command: 'freezes.unfreezeAccount', input: about, requestId: newKey() };
  await api(admin).approvals.request({ ...request, reason: 'This is a mistake. Look at the order.' });
  const eve = await aUser(t.platform);
  await api(eve).identity.updateProfile({ firstName: 'is', lastName: 'a' });
  await api(eve).kyc.savePersonal({ ...personal, firstName: 'is', lastName: 'a' });
  await api(admin).freezes.freezeAccount({ userId: eve.id, reason: 'ok' });
  await api(admin).freezes.unfreezeAccount({ userId: eve.id, reason: 'ok' });
  const before = await writtenAbout(bea);
  await close(eve);
  expect(await writtenAbout(bea)).toBe(before);
  t.bank.answer({ status: 'completed' });
});

test('of a text about somebody else, closing an account takes out its confirmed email and approved name, and the log proves the rest', async () => {
  const an = await aUser(t.platform, { email: `an-${newKey()}@example.test` });
  await fillApplication(an, '287-65-9999');
  await api(an).kyc.savePersonal({ ...personal, firstName: 'An', lastName: 'Li', ssn: '287-65-9999' });
  await api(an).kyc.submit({ riskAcknowledged: true, requestId: newKey() });
  await decideOn(an, 'approved', { admin });
  const bea = await aUser(t.platform);
  const reasonWith = (name: string, email: string) =>
    `Her loan limit is that of ${name}, whose ${email} has ${name}'s card; not Anna-An Li's or of first.${an.email}.`;
  await api(admin).freezes.freezeAccount({ userId: bea.id, reason: reasonWith('An Li', an.email) });
  await close(an);
  const left = reasonWith('[erased]', '[erased]');
  const written = await writtenAbout(bea);
  expect(written.split(left)).toHaveLength(4);
  expect(written).not.toContain('that of An Li');
  await sealAuditLog(systemOf(t.platform), {});
  await expectBooksBalance(t.platform);
  const tampered = t.platform.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`update audit_texts set text = replace(text, 'loan', 'gift') where erased_for = ${an.id}`,
    );
    throw await checkInvariants(tx, auditChainInvariants);
  });
  const findings = (await tampered.catch((found) => found)) as Finding[];
  expect(findings.flatMap(({ drifts }) => drifts)).toMatchObject([
    { detail: 'is not the one that was typed' },
  ]);
});

/** Texts with an email, each about a property of somebody else, and what it takes to write them. */
async function writeAboutProperties(platform: Platform, email: string) {
  const clerk = await anAdmin(platform);
  const other = await anAdmin(platform);
  const [owner, holder] = [
    await aUser(platform, { cash: 100_000 }),
    await aUser(platform, { cash: 100_000 }),
  ];
  const { id: propertyId } = await anApprovedProperty(platform, { admin: clerk, owner });
  await api(holder).investing.invest({ propertyId, shares: 5, requestId: newKey() });
  return { clerk, other, owner, propertyId, text: (what: string) => `${what}, says ${email}.` };
}

test('closing an account takes its email out of texts about the properties of others, wherever they are copied', async () => {
  const own = await testPlatform({ env: { APPROVALS: '2' } });
  own.clock.moveTo(new Date('2026-07-02T10:00:00Z'));
  const email = `${MARK.toLowerCase()}@example.test`;
  const { clerk, other, owner, propertyId, text } = await writeAboutProperties(own.platform, email);
  own.clock.moveTo(new Date('2026-10-02T10:00:00Z'));
  const again = (person: Person, role: 'admin' | 'user' = 'user') =>
    personOf(own.platform, { ...person, role });
  const [admin, approver] = [await again(clerk, 'admin'), await again(other, 'admin')];
  const landlord = await again(owner);
  const ada = await aUser(own.platform, { email });
  const request = (command: string, input: Record<string, unknown>) =>
    api(admin).approvals.request({ command, input, reason: 'It is needed.', requestId: newKey() });

  const purpose = text('The court asks');
  const released = await request('registers.releaseRegister', { propertyId, purpose });
  await api(approver).approvals.execute({ id: released.id });
  const waiting = await request('registers.releaseRegister', { propertyId, purpose: text('The bank asks') });
  for (const month of ['2026-07', '2026-08', '2026-09']) {
    const lines = { ...noLines, rentCents: 1_000 };
    await api(landlord).distributions.reportMonth({ propertyId, month, lines, requestId: newKey() });
  }
  await own.platform.jobs.drain();
  const statement = `${propertyId}-2026-Q3`;
  await api(admin).distributions.returnStatement({ id: statement, reason: text('Taxes are missing') });
  await api(admin).resale.haltTrading({ propertyId, reason: text('A fire') });
  await own.platform.jobs.drain();

  const planted = Object.keys(await marked(own.platform.db));
  expect(planted).toEqual(
    expect.arrayContaining([
      'approval_requests',
      'audit_texts',
      'distributions',
      'notifications',
      'outbox_events',
      'register_releases',
      'resale_books',
    ]),
  );
  await close(ada);
  own.clock.advance(HOUR);
  await own.platform.jobs.drain();
  expect(await marked(own.platform.db)).toEqual({});
  const [register] = (await api(admin).registers.releases({})).items;
  expect(register?.purpose).toBe('The court asks, says [erased].');
  expect(await refusalOf(api(approver).approvals.execute({ id: waiting.id }))).toBe('REQUEST_EXPIRED');
  await sealAuditLog(systemOf(own.platform), {});
  await expectBooksBalance(own.platform);
  await own.close();
});

/** Runs the daily job of that day, and the jobs that it starts. */
async function endRetentionsAt(day: string): Promise<void> {
  t.clock.moveTo(new Date(Date.parse(day) + DAY));
  await ownDataJobs.handlers['ownData.endRetentions'](systemOf(t.platform), {});
  await t.platform.jobs.drain({ schedules: [] });
}

/** Has an identity check approved at the third attempt, with a mark in what the reviewer wrote about the others. */
async function verifyMarked(ada: Person): Promise<void> {
  const { decide } = api(admin).kyc;
  const submitted = async () => {
    const { submittedAt } = await api(ada).kyc.submit({ riskAcknowledged: true, requestId: newKey() });
    return { applicantId: ada.id, submittedAt };
  };
  const requests = [`Proof that ${MARK} is no nickname`];
  await decide({ ...(await submitted()), decision: 'requires_additional_info', requests });
  await decide({
    ...(await submitted()),
    decision: 'rejected',
    reason: `It is not the passport of ${MARK}.`,
  });
  await api(ada).kyc.startAgain();
  await decide({ ...(await submitted()), decision: 'approved' });
}

/** Buys shares, gets a certificate of them, sells them again and takes the money out. */
async function holdCertifiedShares(ada: Person): Promise<void> {
  const { id: propertyId } = await anApprovedProperty(t.platform, { admin, price: 1_000 });
  await fund(ada, 3_000);
  const order = { propertyId, shares: 2 };
  await api(ada).investing.invest({ ...order, requestId: newKey() });
  await api(ada).certificates.issue({ propertyId, requestId: newKey() });
  const offer = { ...order, pricePerShareCents: 1_000, requestId: newKey() };
  const { id: listingId } = await api(ada).resale.openListing(offer);
  const buyer = await aUser(t.platform, { cash: 3_000 });
  const purchase = { listingId, shares: 2, expectedTotalCents: 2_000 };
  await api(buyer).resale.buyShares({ ...purchase, requestId: newKey() });
  const amountCents = await cashOf(t.platform.db, ada.id);
  await api(ada).wallet.withdraw({ amountCents, requestId: newKey() });
  await t.platform.jobs.drain();
}

test('retained records are listed with their end, and are gone after it', async () => {
  const ada = await aMarkedPerson();
  await verifyMarked(ada);
  await holdCertifiedShares(ada);
  await t.platform.db.execute(sql`
    insert into drawn_documents values (${ada.id}, 'statement', '2026-01', convert_to(${MARK}, 'UTF8'),
      encode(sha256(convert_to(${MARK}, 'UTF8')), 'hex'), now())`);
  const { retained } = await api(ada).ownData.closing();
  const { closedAt, ...closed } = await close(ada);
  const until = (kind: 'identity' | 'tax') => retainedUntil(kind, new Date(closedAt)).toISOString();
  expect(closed.retained).toEqual([
    { kind: 'identity', endsAt: until('identity') },
    { kind: 'tax', endsAt: until('tax') },
  ]);
  expect(retained.map(({ kind }) => kind)).toEqual(['identity', 'tax']);
  t.clock.advance(HOUR);
  await t.platform.jobs.drain();
  expect(await marked()).toEqual({
    kyc_applications: 1,
    kyc_decisions: 2,
    retained_recipients: 1,
    share_certificates: 1,
    stored_files: 2,
  });
  expect((await filesOf(ada.id)).map(({ purpose }) => purpose)).toEqual(['kyc', 'kyc']);
  const farewell = t.mails.to(ada.email).at(-1)?.text;
  expect(farewell).toContain('31 CFR 1020.220');
  await expectBooksBalance(t.platform);
  await expect(
    t.platform.db.execute(sql`select erase_tax_records(${ada.id}, ${closedAt}::timestamptz)`),
  ).rejects.toThrow();
  await endRetentionsAt(until('identity'));
  expect(await marked()).toEqual({ retained_recipients: 1, share_certificates: 1 });
  expect(await filesOf(ada.id)).toEqual([]);
  const drawn = () => rows(t.platform.db, sql`select 1 from drawn_documents where user_id = ${ada.id}`);
  expect(await drawn()).toHaveLength(1);
  await endRetentionsAt(until('tax'));
  expect(await drawn()).toEqual([]);
  expect(await marked()).toEqual({});
  await expectBooksBalance(t.platform);
});

test('the database erases for nobody whose account is open, and changes append-only rows for nothing else', async () => {
  const ada = await aUser(t.platform, { cash: 500 });
  const run = (statement: ReturnType<typeof sql>) =>
    t.platform.db
      .transaction((tx) => tx.execute(statement))
      .then(
        () => 'done',
        () => 'refused',
      );
  expect(await run(sql`select erase_closed_account(${ada.id})`)).toBe('refused');
  expect(await run(sql`select erase_tax_records(${ada.id}, now())`)).toBe('refused');
  expect(await run(sql`delete from drawn_documents`)).toBe('refused');
  expect(await run(sql`truncate submission_messages`)).toBe('refused');
  expect(await run(sql`delete from ledger_transfers`)).toBe('refused');
});

test('an account that a restored backup has from before it was closed is closed again, whatever it holds', async () => {
  const ada = await aUser(t.platform, { cash: 700 });
  await holdMarkedWithdrawal(ada, 200);
  const closedAt = t.clock.now().toISOString();
  const again = () => closeAgain(systemOf(t.platform), { userId: ada.id, closedAt });
  const obstacles = ['1 bank transfer is still pending.', 'Your wallet holds $7.00.'];
  expect(await again()).toMatchObject({ closed: true, obstacles });
  expect(await again()).toMatchObject({ closed: false, obstacles: [] });
  t.clock.advance(HOUR);
  await t.platform.jobs.drain();
  expect(await marked()).toEqual({});
  expect(await refusalOf(api(ada).wallet.deposit({ amountCents: 500, requestId: newKey() }))).toBe(
    'UNAUTHORIZED',
  );
  const unknown = { userId: 'nobody-known', closedAt };
  expect(await closeAgain(systemOf(t.platform), unknown)).toMatchObject({ closed: false, obstacles: [] });
});

const tables = Object.values(schema).filter((one) => is(one, PgTable)) as PgTable[];
const PERSON_COLUMN = /(^|_)(user|owner|actor|seller|buyer|inviter|invited|reviewer|author)_id$|_by$|^email$/;

/** Whether a table refers to a person, by a foreign key or by a column with a person's id. */
function namesPerson(table: PgTable): boolean {
  const { foreignKeys } = getTableConfig(table);
  const refersToUsers = foreignKeys.some((key) => getTableName(key.reference().foreignTable) === 'users');
  return refersToUsers || Object.values(getTableColumns(table)).some(({ name }) => PERSON_COLUMN.test(name));
}

test('every table that names a person has a rule for the export and for the closing of an account', () => {
  const names = tables.map((table) => getTableName(table));
  expect(tables.filter(namesPerson).length).toBeGreaterThan(50);
  const missing = tables.filter(namesPerson).map((table) => getTableName(table));
  expect(missing.filter((name) => !personTables[name])).toEqual([]);
  expect(Object.keys(personTables).filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !personTables[name])).toEqual([]);
});

test('closing an account removes the rows of every table with the rule `removed`', async () => {
  const ada = await aMarkedPerson();
  const filled = async () => {
    const found: string[] = [];
    for (const [name, { exported, closing }] of Object.entries(personTables)) {
      if (closing !== 'removed' || 'why' in exported) continue;
      if ((await rows(t.platform.db, exported.rowsOf(ada.id))).length > 0) found.push(name);
    }
    return found;
  };
  const before = await filled();
  const choices = ['onboarding_records', 'watched_properties', 'watchlist_alerts', 'auto_invest_settings'];
  const others = ['notification_preferences', 'referral_codes', 'sessions'];
  expect([...choices, ...others].filter((name) => !before.includes(name))).toEqual([]);
  expect(before.length).toBeGreaterThan(15);
  await close(ada);
  await t.platform.jobs.drain();
  expect(await filled()).toEqual([]);
});

/** Ids, keys and hashes. */
const NOT_TEXT = /(^|_)(id|sid|by|key|hash|salt|fingerprint)$/;

/** The columns of a table that can have a text of any words. */
const textColumns = (table: PgTable) =>
  Object.values(getTableColumns(table))
    .filter(({ enumValues, name }) => !enumValues?.length && !NOT_TEXT.test(name))
    .filter((column) => /^(text|jsonb)/.test(column.getSQLType()))
    .map(({ name }) => `${getTableName(table)}.${name}`);

/** Columns of text without a mark of the person, by the reason. */
const UNMARKED: Readonly<Record<string, string>> = {
  'Words, codes and figures that the product writes.': `
    access_tokens.prefix approval_requests.command approval_requests.path approval_requests.subject
    audit_texts.erased_for audit_texts.field drawn_documents.subject file_scans.signature intake_drafts.valuation
    notifications.action_url notifications.title properties.image_url property_images.problem referral_codes.code
    share_certificates.code share_certificates.signature share_certificates.signed_with
    submission_confirmations.item submissions.estimates watched_properties.alerted_at
    watched_properties.basis_when_added_on watched_properties.passed_levels`,
  'Chosen from a list, a day, or digits.': `
    auto_invest_settings.property_types counterparty_lines.line kyc_applications.employment_status
    kyc_applications.income kyc_applications.investor_status kyc_applications.state kyc_applications.zip_code
    properties.zip_code property_documents.dated property_documents.kind submission_documents.dated
    submission_documents.kind submissions.state submissions.zip_code watched_properties.alerts watchlist_alerts.alerts`,
  'Written by a browser, a bank or a sign-in service.':
    'bank_transfers.reference passkeys.transports provider_accounts.issuer sessions.sess',
  'Sealed, as the test of backups tells.':
    'kyc_applications.sealed_date_of_birth kyc_applications.sealed_ssn',
  'Of properties that were offered, whose owners cannot close their accounts.': 'properties.correction',
  'Facts of a property of somebody else.': 'watched_properties.name watched_properties.location',
  'Written at the closing; the test of retained records has it.': `
    retained_recipients.first_name retained_recipients.last_name retained_recipients.email
    retained_recipients.address retained_recipients.city retained_recipients.state retained_recipients.zip_code`,
};

test('a marked person has the mark in every column of a table that closing changes, except those of the list', async () => {
  const ada = await aMarkedPerson();
  await verifyMarked(ada);
  await holdCertifiedShares(ada);
  await fund(ada, 1_000);
  await holdMarkedWithdrawal(ada, 1_000);
  const found = await markedRows();
  const isMarked = (place: string) => {
    const [table = '', column = ''] = place.split('.');
    return found.get(table)?.some((row) => hasMark(JSON.stringify(row[column]) ?? '')) ?? false;
  };
  const changed = tables.filter((table) => personTables[getTableName(table)]?.closing !== 'permanent');
  const unmarked = changed.flatMap(textColumns).filter((place) => !isMarked(place));
  const excepted = Object.values(UNMARKED).flatMap((places) => places.trim().split(/\s+/));
  expect(unmarked.sort()).toEqual(excepted.sort());
});
