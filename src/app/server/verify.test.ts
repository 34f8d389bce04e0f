import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { washSaleAdjustments } from '#db/schema/lots.ts';
import { defaultSettings } from '#features/auto-invest/auto-invest.rules.ts';
import { planRun } from '#features/auto-invest/server/index.ts';
import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { uploadReceipt } from '#features/distributions/server/receipts.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { fundPromotions } from '#features/referrals/server/index.ts';
import { reachTier } from '#features/referrals/server/reach-tier.ts';
import { statementMonthsOf, statementPdf } from '#features/statements/server/index.ts';
import { noBoxes } from '#features/tax/tax.rules.ts';
import { withdraw } from '#features/wallet/server/index.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { checkInvariants, type Finding } from '#platform/server/verification/invariants.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { applyForReview, decideOn } from '#tests/support/applicants.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { type BankAnswer, testFiles, testWeb } from '#tests/support/ports.ts';
import { anApprovedSubmission, aSubmission } from '#tests/support/submissions.ts';
import { aPdf, aPhoto } from '#tests/support/uploads.ts';
import { anApprovedValuation } from '#tests/support/valuations.ts';
import { invariants } from './slices.ts';
import { reportOf, verify } from './verify.ts';

const web = testWeb();
let product: Awaited<ReturnType<typeof testPlatform>>;
let owner: Person;
let investor: Person;
let approvedSubmissionId: string;
let picturedId: number;
let propertyId: number;
let investmentId: string;
let failedId: number;
let refundedId: string;
let buyer: Person;
let tradeId: string;
let distributionId: string;
let proposalId: string;
let documentId: string;
let valuationId: string;
let approvalId: string;
let certificateCode: string;
let leaver: Person;

/** Half a year of everything is played before the first test. */
const BUILDING_MS = 90_000;

beforeAll(async () => {
  product = await testPlatform({ replace: { files: testFiles(), publicDownloads: web } });
  product.clock.moveTo(new Date('2026-07-02T10:00:00Z'));
  owner = await aUser(product.platform, { cash: 500_000 });
  const admin = await anAdmin(product.platform);
  investor = await aUser(product.platform, { cash: 500_000 });
  ({ id: propertyId } = await anApprovedProperty(product.platform, { owner, admin }));
  ({ id: investmentId } = await api(investor).investing.invest({
    propertyId,
    shares: 3,
    requestId: newKey(),
  }));
  await cancelling(owner, admin);
  await documenting(owner, admin);
  await earning(owner, admin);
  await voting(owner);
  await picturing();
  await reselling();
  await applyForReview(investor);
  const facts = { kind: 'other', title: 'Plan', dated: '2026-01-02' } as const;
  ({ id: documentId } = await uploadDocument(owner, {
    ...facts,
    propertyId,
    name: 'plan.pdf',
    bytes: aPdf(),
  }));
  valuationId = await anApprovedValuation(owner, admin, { propertyId, documentId, amountCents: 1_200_000 });
  await decideOn(investor, 'approved', { admin });
  await aSubmission(owner);
  ({ submissionId: approvedSubmissionId } = await anApprovedSubmission(owner, admin));
  await Promise.all([1, 2].map(buying));
  await withdrawing(20_000, { status: 'pending' });
  await withdrawing(10_000, { status: 'completed' });
  await withdrawing(5_000, { status: 'failed', reason: 'closed account' });
  const transferId = await withdrawing(3_000, { status: 'completed' });
  const stillHeld = await withdrawing(2_000, { status: 'completed' });
  for (const id of [transferId, stillHeld])
    await api(admin).wallet.holdWithdrawal({ transferId: id, reason: 'Under review.' });
  await product.platform.jobs.drain();
  await rewarding(owner, admin);
  await autoInvesting(owner, admin);
  await releasing(admin, transferId);
  await drawing();
  leaver = await aUser(product.platform);
  await api(leaver).ownData.closeAccount({ confirmation: 'close my account', requestId: newKey() });
  await classifying(admin);
}, BUILDING_MS);

afterAll(() => product?.close());

const buying = (shares: number) =>
  api(investor).investing.invest({ propertyId, shares, requestId: newKey() });

async function withdrawing(amountCents: number, outcome: BankAnswer): Promise<string> {
  const actor = { ...investor.actor, authenticatedAt: product.clock.now() };
  const { id } = await withdraw(
    { platform: product.platform, caller: { actor } },
    { amountCents, requestId: newKey() },
  );
  product.bank.answer(outcome, id);
  return id;
}

/** A reward that is bought from earned fees; its shares are cheap. */
async function rewarding(owner: Person, admin: Person): Promise<void> {
  product.clock.advance(HOUR);
  await product.platform.jobs.drain();
  const system = systemOf(product.platform);
  await fundPromotions(system, { amountCents: 200, requestId: newKey() });
  const cheap = await anApprovedProperty(product.platform, { owner, admin, price: 100 });
  await reachTier(system, { userId: investor.id, tier: 3 });
  await api(investor).referrals.chooseReward({ tier: 3, propertyId: cheap.id, requestId: newKey() });
  await product.platform.jobs.drain();
}

/** A share that Auto-Invest bought, and a monthly plan; the cash is enough for one property. */
async function autoInvesting(owner: Person, admin: Person): Promise<void> {
  await anApprovedProperty(product.platform, { owner, admin, annualYield: '15' });
  const saver = await aUser(product.platform, { cash: 11_000 });
  const today = product.platform.clock.now().getUTCDate();
  const recurring = { amountCents: 10_000, day: today };
  await api(saver).autoInvest.saveSettings({ ...defaultSettings, enabled: true, recurring });
  for (const trigger of ['daily', 'recurring'] as const)
    await planRun(systemOf(product.platform), { trigger, slot: `verify:${trigger}` });
  await product.platform.jobs.drain();
}

/** A withdrawal on hold that another admin releases than the one who asks for it. */
async function releasing(admin: Person, transferId: string): Promise<void> {
  const input = { transferId };
  const asked = { command: 'wallet.releaseWithdrawal', input, reason: 'It is fine.', requestId: newKey() };
  ({ id: approvalId } = await api(await anAdmin(product.platform)).approvals.request(asked));
  await api(admin).approvals.execute({ id: approvalId });
  await product.platform.jobs.drain();
}

/** A certificate, and a loss that a purchase of the same day makes a wash sale. */
async function documenting(owner: Person, admin: Person): Promise<void> {
  const [seller, buyer] = [
    await aUser(product.platform, { cash: 100_000 }),
    await aUser(product.platform, { cash: 20_000 }),
  ];
  const { id } = await anApprovedProperty(product.platform, { owner, admin });
  const buy = () => api(seller).investing.invest({ propertyId: id, shares: 2, requestId: newKey() });
  await buy();
  const order = { propertyId: id, shares: 1, pricePerShareCents: 9_000, requestId: newKey() };
  const { id: listingId } = await api(seller).resale.openListing(order);
  const bought = { listingId, shares: 1, expectedTotalCents: 9_000, requestId: newKey() };
  await api(buyer).resale.buyShares(bought);
  await buy();
  const certificate = { propertyId: id, requestId: newKey() };
  ({ code: certificateCode } = await api(seller).certificates.issue(certificate));
  // Escrow is released on the first of these days, the wash sale found on the second.
  for (const days of [3, 1]) {
    product.clock.advance(days * DAY);
    await product.platform.jobs.drain();
  }
  expect(await product.platform.db.$count(washSaleAdjustments)).toBe(1);
}

/** Classifies the year's distributions, half of them as return of capital. */
async function classifying(admin: Person): Promise<void> {
  product.clock.moveTo(new Date('2027-01-02T09:00:00Z'));
  const { items } = await api(admin).tax.taxableYears({ year: 2026 });
  const cashCents = items.find((one) => one.propertyId === propertyId)?.cashCents ?? 0;
  const returnOfCapitalCents = Math.floor(cashCents / 2);
  const boxes = { ...noBoxes, ordinaryCents: cashCents - returnOfCapitalCents, returnOfCapitalCents };
  const about = { propertyId, year: 2026, replaces: 0, documentId, requestId: newKey() };
  await api(admin).tax.classify({ ...about, ...boxes });
}

/** A statement that someone has asked for. */
async function drawing(): Promise<void> {
  const [month = ''] = await statementMonthsOf(product.platform.db, investor.id);
  await statementPdf(product.platform, investor.id, month);
}

/** A purchase that is canceled, and one that is refunded when its offering fails. */
async function cancelling(owner: Person, admin: Person): Promise<void> {
  const terms = { owner, admin, minimumShares: 50, fundingDays: 1 };
  ({ id: failedId } = await anApprovedProperty(product.platform, terms));
  const order = { propertyId: failedId, shares: 1 };
  const { id } = await api(investor).investing.invest({ ...order, requestId: newKey() });
  await api(investor).investing.cancelPurchase({ investmentId: id, requestId: newKey() });
  ({ id: refundedId } = await api(investor).investing.invest({ ...order, requestId: newKey() }));
  product.clock.advance(DAY);
  await product.platform.jobs.drain();
}

/** A quarter's rent, paid out to its holder, and a repair that its reserve shall pay. */
async function earning(owner: Person, admin: Person): Promise<void> {
  const { clock, platform } = product;
  clock.moveTo(new Date('2026-10-02T09:00:00Z'));
  const report = (month: string, lines: Partial<ReportLines>) =>
    api(owner).distributions.reportMonth({
      propertyId,
      month,
      lines: { ...noLines, ...lines },
      requestId: newKey(),
    });
  for (const month of ['2026-07', '2026-08', '2026-09'])
    await report(month, { rentCents: 10_000, reserveCents: 500 });
  await platform.jobs.drain();
  distributionId = `${propertyId}-2026-Q3`;
  const { netCents, preparedAt } = await api(admin).distributions.statement({ id: distributionId });
  const approval = { id: distributionId, expectedNetCents: netCents, preparedAt, requestId: newKey() };
  await api(admin).distributions.approve(approval);
  clock.moveTo(new Date('2026-10-15T09:00:00Z'));
  await platform.jobs.drain();
  clock.moveTo(new Date('2026-11-02T09:00:00Z'));
  await reportWithReceipt(owner);
}

/** A repair that the reserve shall pay, entry by entry, with its receipt; another receipt waits in a draft. */
async function reportWithReceipt(owner: Person): Promise<void> {
  const { distributions } = api(owner);
  const which = { propertyId, month: '2026-10' };
  const facts = { date: '2026-10-09', counterparty: 'Acme', memo: null, amountCents: 1_500 };
  const save = async () => {
    const { version, entries } = await distributions.monthDraft(which);
    const { id: receiptId } = await uploadReceipt(owner, { propertyId, name: 'bill.pdf', bytes: aPdf() });
    const own = entries.map(({ id, line, receipt }) => ({ id, line, receiptId: receipt?.id ?? null }));
    const added = (['maintenance', 'reserveWithdrawn'] as const).map((line) => ({
      id: newKey(),
      line,
      receiptId,
      typed: facts,
    }));
    return distributions.saveMonthDraft({ ...which, version, entries: [...own, ...added], imports: [] });
  };
  const { version } = await save();
  await distributions.reportMonthDraft({ ...which, version, requestId: newKey() });
  await save();
}

/** A decision that its holder made. */
async function voting(owner: Person): Promise<void> {
  const { clock, platform } = product;
  const text = { title: 'A new roof', description: 'Slate.', votingDays: 3 };
  ({ id: proposalId } = await api(owner).governance.propose({ propertyId, ...text, requestId: newKey() }));
  await api(investor).governance.vote({ proposalId, choice: 'yes' });
  clock.advance(4 * DAY);
  await platform.jobs.drain();
}

/** One trade, and an open listing of chosen lots and an open bid beside it. */
async function reselling(): Promise<void> {
  buyer = await aUser(product.platform, { cash: 100_000 });
  const pricePerShareCents = 10_500;
  const { resale, lots } = api(investor);
  const sold = { propertyId, shares: 1, pricePerShareCents, requestId: newKey() };
  const { id: listingId } = await resale.openListing(sold);
  ({ id: tradeId } = await api(buyer).resale.buyShares({
    listingId,
    shares: 1,
    expectedTotalCents: pricePerShareCents,
    requestId: newKey(),
  }));
  const [lot] = await lots.open({ propertyId });
  const chosen = [{ lotId: lot?.id ?? '', shares: 1 }];
  await resale.openListing({ ...sold, lots: chosen, requestId: newKey() });
  const bid = { propertyId, shares: 1, pricePerShareCents: 9_000, requestId: newKey() };
  await api(buyer).resale.placeBid(bid);
}

/** A property with a picture. */
async function picturing(): Promise<void> {
  const imageUrl = 'https://pictures.example/house.jpg';
  web.publish(imageUrl, await aPhoto());
  const submission = {
    name: 'Harbor House',
    location: 'Austin, TX',
    propertyType: 'residential',
    pricePerShare: '100.00',
    totalShares: 10,
    annualYield: '7.00',
    imageUrl,
  } as const;
  ({ id: picturedId } = await api(owner).properties.submit({ submission, requestId: newKey() }));
  await product.platform.jobs.drain();
}

class RolledBack extends Error {}

/** Findings of these invariants after writes that bypass every guard; the database is as before afterwards. */
async function findingsAfter(tampering: () => readonly SQL[], checked = invariants): Promise<Finding[]> {
  let findings: Finding[] = [];
  const run = product.platform.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of tampering()) await tx.execute(statement);
    findings = await checkInvariants(tx, checked);
    throw new RolledBack();
  });
  await expect(run).rejects.toThrow(RolledBack);
  return findings;
}

const transferOf = (code: string) => sql`(select max(id) from ledger_transfers where code = ${code})`;
const cash = () => `user:${investor.id}:cash`;

/** Says of the failed offering's property that this was done. */
const audited = (action: string, details: Record<string, string>) => sql`
  insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
  values (gen_random_uuid(), now(), ${action}, 'system', 'test', ${`property:${failedId}`}, ${JSON.stringify(details)}::jsonb)`;

/** Of a run that nobody planned. */
const runId = '01890000-0000-7000-8000-000000000001';
/** A run of Auto-Invest that decided the first purchase again. */
const secondRun = (trigger: 'deposit' | 'recurring') => [
  sql`insert into auto_invest_runs (id, trigger, slot, started_at, execute_at)
      values (${runId}::uuid, ${trigger}, 'planted', now(), now())`,
  sql`insert into auto_invest_decisions
      select (jsonb_populate_record(d, jsonb_build_object('id', ${runId}::text, 'run_id', ${runId}::text))).*
      from auto_invest_decisions d where outcome = 'bought' order by id limit 1`,
];

/** A position after every event, of which none waits: then all rollups have to be right. */
const nothingWaits = sql`with emptied as (delete from outbox_unsequenced)
  update analytics_totals set position = 999999999`;

/** By invariant: the tampering with tables, and the finding that names it. */
const plants: Record<string, { tampering: () => SQL[]; named: () => string | RegExp }> = {
  'the platform figures have for each property and day what its purchases and distributions come to': {
    tampering: () => [
      sql`update analytics_property_days set raised_cents = raised_cents + 1 where property_id = ${propertyId}`,
      nothingWaits,
    ],
    named: () => new RegExp(`^property ${propertyId} on `),
  },
  'the platform figures list each property as it is': {
    tampering: () => [
      sql`update analytics_properties set investor_count = investor_count + 1 where property_id = ${propertyId}`,
      nothingWaits,
    ],
    named: () => `property ${propertyId}`,
  },
  'the platform figures add up: days over properties, and totals over both': {
    tampering: () => [sql`update analytics_days set paid_cents = paid_cents + 1`],
    named: () => /^day /,
  },
  'the platform figures count everyone who holds a share as an investor, and nobody else': {
    tampering: () => [sql`delete from analytics_investors where user_id = ${investor.id}`, nothingWaits],
    named: () => `user ${investor.id}`,
  },
  'the figures of a statement are those that were issued': {
    tampering: () => [
      sql`update monthly_statements set closing_cash_cents = closing_cash_cents + 1 where user_id = ${investor.id}`,
    ],
    named: () => new RegExp(`^statement of ${investor.id} for `),
  },
  'a statement opens with the cash and the shares that the one before closed with': {
    tampering: () => [
      sql`update monthly_statements set opening_cash_cents = opening_cash_cents + 1 where user_id = ${investor.id}`,
    ],
    named: () => new RegExp(`^statement of ${investor.id} for `),
  },
  'after their first statement a person has one for every month that is issued': {
    tampering: () => [
      sql`delete from monthly_statements where user_id = ${investor.id} and month = (select max(month) from monthly_statements)`,
    ],
    named: () => new RegExp(`^statement of ${investor.id} for `),
  },
  'the cash and the shares of a month in statements are those of the ledger': {
    tampering: () => [
      sql`delete from monthly_statements where user_id = ${investor.id} and month = (select min(month) from monthly_statements)`,
    ],
    named: () => new RegExp(`^statement of ${investor.id} for `),
  },
  'a drawn document has the bytes that it was drawn with': {
    tampering: () => [sql`update drawn_documents set bytes = bytes || '\\x00'::bytea`],
    named: () => new RegExp(`^statement \\d{4}-\\d\\d of ${investor.id}$`),
  },
  'a certificate says the shares that its holder had in the register at its moment': {
    tampering: () => [sql`update share_certificates set shares = shares + 1`],
    named: () => `certificate ${certificateCode}`,
  },
  'a loss that was moved is one of its sale, and went to shares bought within 30 days that replace no others':
    {
      tampering: () => [sql`update wash_sale_adjustments set disallowed = disallowed + 100`],
      named: () => /^wash sale [0-9a-f-]{36}, lot [0-9a-f-]{36}$/,
    },
  'a closed account has no money, no shares and nothing on the way': {
    tampering: () => [
      sql`update ledger_accounts set user_id = ${leaver.id} where id = ${cash()} and balance > 0`,
    ],
    named: () => `account ${leaver.id}`,
  },
  'nothing lets anyone into a closed account, and nothing there says whose it was': {
    tampering: () => [sql`delete from frozen_accounts where user_id = ${leaver.id}`],
    named: () => `account ${leaver.id}`,
  },
  'what is retained of a closed account is listed with its last day, and erased after it': {
    tampering: () => [sql`update drawn_documents set user_id = ${leaver.id}`],
    named: () => `account ${leaver.id}`,
  },
  'a balance equals the sum of its transfers': {
    tampering: () => [sql`update ledger_accounts set balance = balance + 1 where id = ${cash()}`],
    named: cash,
  },
  'no balance is negative': {
    tampering: () => [
      sql`alter table ledger_accounts drop constraint ledger_accounts_balance_not_negative`,
      sql`update ledger_accounts set balance = -1 where id = ${cash()}`,
    ],
    named: cash,
  },
  'an account that keeps a balance has its row': {
    tampering: () => [sql`delete from ledger_accounts where id = ${cash()}`],
    named: cash,
  },
  'an account belongs to an existing user or property': {
    tampering: () => [sql`delete from users where id = ${investor.id}`],
    named: cash,
  },
  'all balances of an asset add up to zero': {
    tampering: () => [sql`update ledger_accounts set balance = balance + 7 where id = ${cash()}`],
    named: () => 'USD',
  },
  'money and shares move within one asset': {
    tampering: () => [sql`update ledger_transfers set asset = 'USD' where code = 'investment_shares'`],
    named: () => /^transfer \d+$/,
  },
  'shares issued = shares available + shares held': {
    tampering: () => [sql`update properties set total_shares = total_shares + 1 where id = ${propertyId}`],
    named: () => `property ${propertyId}`,
  },
  'an operation of the ledger has exactly one audit row': {
    tampering: () => [sql`delete from audit_log where action = 'investing.invest' and runs is not null`],
    named: () => /^operation [0-9a-f-]{36}$/,
  },
  'a purchase of Auto-Invest is what its decision says, and is made once': {
    tampering: () => [sql`update auto_invest_purchases set amount = amount + 0.01`],
    named: () => /^auto-invest purchase [0-9a-f-]{36}$/,
  },
  'a decision of Auto-Invest that says bought has its purchase': {
    tampering: () => [sql`delete from auto_invest_purchases`],
    named: () => /^decision [0-9a-f-]{36}$/,
  },
  'a run of Auto-Invest allocates no more shares of a property than it offers': {
    tampering: () => [sql`update auto_invest_offers set offered_shares = 0`],
    named: () => /^run [0-9a-f-]{36}, property \d+$/,
  },
  'a monthly plan of Auto-Invest runs once for each month': {
    tampering: () => [
      ...secondRun('recurring'),
      sql`update auto_invest_decisions set plan_month = '2026-01'`,
    ],
    named: () => /^user .+, 2026-01$/,
  },
  'Auto-Invest bought a property at most once for a person, except by monthly plans': {
    tampering: () => [
      ...secondRun('deposit'),
      sql`insert into auto_invest_purchases (investment_id, decision_id, user_id, property_id, amount, created_at)
          select gen_random_uuid(), ${runId}::uuid, user_id, property_id, amount, created_at
          from auto_invest_purchases order by decision_id limit 1`,
    ],
    named: () => /^user .+, property \d+$/,
  },
  'an investment matches its transfers: amount, fee, shares and who paid': {
    tampering: () => [sql`update investments set transaction_fee = transaction_fee + 0.01`],
    named: () => `investment ${investmentId}`,
  },
  'the promotions account paid for each purchase of a reward once, and for nothing else': {
    tampering: () => [sql`update investments set paid_by = 'promotions' where id = ${investmentId}::uuid`],
    named: () => `user ${investor.id}`,
  },
  'a granted reward is a purchase that promotions paid for and that was not refunded, and the other way round':
    {
      tampering: () => [
        sql`update referral_rewards set investment_id = ${refundedId}::uuid where user_id = ${investor.id}`,
      ],
      named: () => `reward 3 of ${investor.id}`,
    },
  'an investment costs its shares times its price': {
    tampering: () => [sql`update investments set price_per_share = price_per_share + 1`],
    named: () => `investment ${investmentId}`,
  },
  'an investment belongs to an existing user and property': {
    tampering: () => [sql`delete from properties where id = ${propertyId}`],
    named: () => `investment ${investmentId}`,
  },
  'a purchase in the ledger has its investment': {
    tampering: () => [sql`delete from investments`],
    named: () => /^transfer \d+$/,
  },
  'a property has the terms of its offering': {
    tampering: () => [sql`update offerings set minimum_shares = 101 where property_id = ${propertyId}`],
    named: () => `property ${propertyId}`,
  },
  'the escrow of an offering is what its purchases cost and was neither released nor refunded': {
    tampering: () => [sql`delete from investment_refunds where reason = 'not_funded'`],
    named: () => `property ${failedId}`,
  },
  'what an offering released is what left its escrow for its owner and the platform': {
    tampering: () => [
      sql`update offerings set released = released + 1, released_fees = released_fees - 1 where property_id = ${propertyId}`,
    ],
    named: () => `property ${propertyId}`,
  },
  'a funded offering has repaid of the mortgage what its terms say, before its owner was paid': {
    tampering: () => [sql`update offerings set mortgage_repayment = 1 where property_id = ${propertyId}`],
    named: () => `property ${propertyId}`,
  },
  'what escrow repaid of a mortgage waits for the lender or was paid to it, as an admin recorded': {
    tampering: () => [
      sql`update offerings set mortgage_repayment = 1, mortgage_repaid = 1 where property_id = ${propertyId}`,
    ],
    named: () => `property ${propertyId}`,
  },
  'what was released of an escrow went to its owner and to the platform': {
    tampering: () => [
      sql`update ledger_transfers set credit_account = ${cash()} where id = ${transferOf('proceeds_released')}`,
    ],
    named: () => /^transfer \d+$/,
  },
  'an offering is funded with its minimum sold, and a failed one holds nothing after its refunds': {
    tampering: () => [
      sql`update offerings set status = 'funded', refunded_at = null where property_id = ${failedId}`,
    ],
    named: () => `property ${failedId}`,
  },
  'money left escrow for the owner only while the property was approved and no hold was on it': {
    tampering: () => [
      audited('offerings.holdRelease', { reason: 'The deed is in doubt.' }),
      audited('offerings.releaseEscrow', { proceedsCents: '1' }),
    ],
    named: () => `property ${failedId}`,
  },
  'the purchases on record as released stand, and are what their offering released': {
    tampering: () => [sql`delete from investment_releases`],
    named: () => `property ${propertyId}`,
  },
  'a refund gives back exactly what its purchase cost': {
    tampering: () => [sql`update investment_refunds set total_amount = total_amount - 0.01`],
    named: () => `refund of ${refundedId}`,
  },
  'the refunds of an operation match its transfers: money to each investor, shares to the offering': {
    tampering: () => [sql`update ledger_transfers set amount = amount - 1 where code = 'offering_refund'`],
    named: () => /^operation [0-9a-f-]{36}$/,
  },
  'listed shares equal the open listings': {
    tampering: () => [
      sql`update resale_orders set shares = 2, shares_left = 2 where status = 'open' and side = 'ask'`,
    ],
    named: () => `user ${investor.id}, property ${propertyId}`,
  },
  'cash in bids equals the open bids': {
    tampering: () => [
      sql`update resale_orders set price_per_share = 90.01 where status = 'open' and side = 'bid'`,
    ],
    named: () => `user ${buyer.id}`,
  },
  'no book is crossed: orders that could have traded with each other have': {
    tampering: () => [sql`update resale_orders set price_per_share = 105 where side = 'bid'`],
    named: () => `property ${propertyId}`,
  },
  'what is gone of an order is what it traded': {
    tampering: () => [sql`update resale_trades set shares = 2`],
    named: () => /^ask [0-9a-f-]{36}$/,
  },
  'an order belongs to an existing user and property': {
    tampering: () => [sql`update resale_orders set user_id = 'nobody' where side = 'bid'`],
    named: () => /^bid [0-9a-f-]{36}$/,
  },
  'a trade costs its shares times its price, within what both sides asked for': {
    tampering: () => [sql`update resale_trades set amount = amount + 0.01`],
    named: () => `trade ${tradeId}`,
  },
  'the trades of an operation match its transfers: amount, fee and shares': {
    tampering: () => [sql`delete from resale_trades`],
    named: () => /^operation [0-9a-f-]{36}$/,
  },
  'a trade moved the money to its seller and the shares to its buyer': {
    tampering: () => [sql`update resale_trades set buyer_id = 'someone'`],
    named: () => `trade ${tradeId}`,
  },
  'a trade is marked as a wash trade when one person was both sides, or the same two traded back within 30 days':
    {
      tampering: () => [
        sql`insert into resale_wash_trades (trade_id, property_id, found_at)
          select id, property_id, at from resale_trades`,
      ],
      named: () => `trade ${tradeId}`,
    },
  'the lots of a holding add up to its shares': {
    tampering: () => [sql`update lot_usage set shares_sold = shares_sold + 1`],
    named: () => `user ${investor.id}, property ${propertyId}`,
  },
  'what is sold of a lot is the sum of its disposals, and no more than the lot': {
    tampering: () => [sql`delete from lot_disposals`],
    named: () => `lot ${investmentId}`,
  },
  'a sale takes its shares and its proceeds from lots of the seller': {
    tampering: () => [sql`update lot_disposals set proceeds = proceeds + 0.01`],
    named: () => `trade ${tradeId}`,
  },
  'the cost of what is sold of a lot is its share of the cost of the lot, to the cent': {
    tampering: () => [sql`update lot_disposals set cost = cost + 0.01`],
    named: () => `lot ${investmentId}`,
  },
  'lots are chosen for open listings only, for as many shares as they offer': {
    tampering: () => [sql`update lot_reservations set shares = shares + 1`],
    named: () => /^listing [0-9a-f-]{36}$/,
  },
  'the lines of a monthly report are the sums of its entries': {
    tampering: () => [sql`update report_entries set amount = amount + 0.01 where month = '2026-08'`],
    named: () => `report ${propertyId}-2026-08`,
  },
  'a receipt of an entry is a stored file of the owner of its property': {
    tampering: () => [sql`update stored_files set user_id = ${investor.id} where purpose = 'receipt'`],
    named: () => `entry ${propertyId}-2026-10 1`,
  },
  'a stored receipt is the receipt of an entry, reported or in a draft': {
    tampering: () => [sql`delete from report_drafts`],
    named: () => /^file [0-9a-f-]{36}$/,
  },
  'a statement adds up the reports of its quarter': {
    tampering: () => [sql`update rent_reports set taxes = 1 where month = '2026-08'`],
    named: () => `distribution ${distributionId}`,
  },
  'a statement splits what is available: reserve, owner, fee and holders, to the cent': {
    tampering: () => [sql`update distributions set owner_share = owner_share + 0.01`],
    named: () => `distribution ${distributionId}`,
  },
  'a deficit of a quarter with holders is carried into the next one, and made good first': {
    tampering: () => [sql`update distributions set opening_deficit = 5`],
    named: () => `distribution ${distributionId}`,
  },
  'payouts add up to their statement, each within a cent of its exact share': {
    tampering: () => [sql`update distribution_payouts set amount = amount + 0.01`],
    named: () => `distribution ${distributionId}`,
  },
  'a payout is paid once, in the order of payment': {
    tampering: () => [sql`update distributions set paid_through = 0`],
    named: () => `distribution ${distributionId}`,
  },
  'the payments of a distribution follow each other, as far as it is paid': {
    tampering: () => [sql`update distribution_payments set last_position = last_position + 1`],
    named: () => `distribution ${distributionId}`,
  },
  'a payout belongs to an existing user': {
    tampering: () => [sql`update distribution_payouts set user_id = 'someone'`],
    named: () => `payout ${distributionId} 1`,
  },
  'rent, reserve and payable accounts hold what the statements say': {
    tampering: () => [sql`update distributions set reserve_contributed = reserve_contributed - 1`],
    named: () => `property ${propertyId}`,
  },
  'an approval moves what its statement says to reserve, owner, platform and holders': {
    tampering: () => [
      sql`update ledger_transfers set credit_account = ${cash()} where code in ('owner_share', 'management_fee')`,
    ],
    named: () => `distribution ${distributionId}`,
  },
  'a statement that is not approved holds what its owner paid in and all that it withdraws from the reserve':
    {
      tampering: () => [sql`update distributions set repaid = 0`],
      named: () => `distribution ${propertyId}-2026-Q4`,
    },
  'rent is paid in by the owner of its property, and returned to nobody else': {
    tampering: () => [sql`update ledger_transfers set debit_account = ${cash()} where code = 'rent_paid_in'`],
    named: () => /^transfer \d+$/,
  },
  'an executed request has its operation, by another admin than the one who made it': {
    tampering: () => [
      sql`update approval_decisions d set decided_by = r.requested_by
          from approval_requests r where r.id = d.request_id`,
    ],
    named: () => `approval ${approvalId}`,
  },
  'only the person whom a request is about has objected to it': {
    tampering: () => [sql`update approval_decisions set decision = 'objected'`],
    named: () => `approval ${approvalId}`,
  },
  'a request is decided after it was made and before it expires': {
    tampering: () => [sql`update approval_decisions set decided_at = decided_at + interval '72 hours'`],
    named: () => `approval ${approvalId}`,
  },
  'a closed proposal keeps the tally of its votes, and the outcome that follows from it': {
    tampering: () => [sql`update proposals set outcome = 'rejected'`],
    named: () => `proposal ${proposalId}`,
  },
  "a counted vote has the weight of the shares held at the record date, and none on the owner's side": {
    tampering: () => [sql`update votes set shares = shares + 1`],
    named: () => `vote ${proposalId} of ${investor.id}`,
  },
  'nobody votes after the deadline': {
    tampering: () => [sql`update votes set cast_at = cast_at + interval '9 days'`],
    named: () => `vote ${proposalId} of ${investor.id}`,
  },
  'what a person has invested in a month is the sum of their purchases that stand, resale included': {
    tampering: () => [sql`update invested_months set amount_cents = amount_cents - 1`],
    named: () => `invested by ${investor.id} in 2026-07`,
  },
  'an identity check stands as its last decision says': {
    tampering: () => [sql`update kyc_applications set status = 'rejected'`],
    named: () => `identity check of ${investor.id}`,
  },
  'SSN and date of birth are sealed': {
    tampering: () => [sql`update kyc_applications set sealed_ssn = '219456789'`],
    named: () => `identity check of ${investor.id}`,
  },
  "a document of an identity check is stored and the applicant's own": {
    tampering: () => [
      sql`update stored_files set user_id = (select id from users where id <> ${investor.id} limit 1)`,
    ],
    named: () => `identity check of ${investor.id}`,
  },
  "a picture of a property is a stored file of its owner, and the property's page shows it": {
    tampering: () => [
      sql`delete from stored_files where id = (select file_id from property_images where property_id = ${picturedId})`,
    ],
    named: () => `picture of property ${picturedId}`,
  },
  'a stored file about a property is its picture or a document of it': {
    tampering: () => [sql`delete from property_images`],
    named: () => /^file [0-9a-f-]{36}$/,
  },
  'a document of a property has the file of the person who filed it': {
    tampering: () => [sql`update stored_files set purpose = 'kyc' where purpose = 'property'`],
    named: () => `document ${documentId}`,
  },
  "a document of a submission is a stored file of the submission's owner": {
    tampering: () => [sql`update submission_documents set owner_id = ${investor.id}`],
    named: () => /^document [0-9a-f-]{36}$/,
  },
  'a stored file of a submission is a document of one': {
    tampering: () => [sql`delete from submission_documents where kind = 'rentRoll'`],
    named: () => /^file [0-9a-f-]{36}$/,
  },
  'a property on the market has the valuation of its offering, on the terms of its offering': {
    tampering: () => [sql`update properties set valuation = valuation + 1 where id = ${propertyId}`],
    named: () => `property ${propertyId}`,
  },
  "an offering's own valuation covers the price of its shares, less one cent each": {
    tampering: () => [sql`update properties set equity_offered_bps = 5000 where id = ${propertyId}`],
    named: () => /^valuation [0-9a-f-]{36}$/,
  },
  'a valuation was filed by the owner of its property, with a document of it, for a day since the offering': {
    tampering: () => [sql`update valuations set effective_on = '2026-07-01' where id = ${valuationId}`],
    named: () => `valuation ${valuationId}`,
  },
  'a decision on a valuation was not made by the owner of its property, and not before it was filed': {
    tampering: () => [sql`update valuation_decisions set decided_by = ${owner.id}`],
    named: () => `valuation ${valuationId}`,
  },
  'a change of the value of a share by more than a tenth within 30 days halted trading until the next day': {
    tampering: () => [
      sql`update valuation_decisions set halted_until = null where valuation_id = ${valuationId}`,
    ],
    named: () => `valuation ${valuationId}`,
  },
  'an approved submission has every item confirmed by a document of it that was not refused': {
    tampering: () => [sql`delete from submission_confirmations where item = 'yield'`],
    named: () => `submission ${approvedSubmissionId}`,
  },
  "an approved submission made a property of its owner's, and someone else decided": {
    tampering: () => [sql`update submissions set decided_by = owner_id where status = 'approved'`],
    named: () => `submission ${approvedSubmissionId}`,
  },
  'every change of a submission is recorded with its version': {
    tampering: () => [sql`delete from submission_changes where version = 2`],
    named: () => `submission ${approvedSubmissionId}`,
  },
  'a pending submission waits for its owner while its newest message is a question': {
    tampering: () => [sql`update submissions set paused_at = now() where status = 'pending'`],
    named: () => /^submission [0-9a-f-]{36}$/,
  },
  'the boxes of a classification are those of its holders': {
    tampering: () => [sql`update tax_allocations set cash = cash + 0.01, ordinary = ordinary + 0.01`],
    named: () => `tax of property ${propertyId} in 2026, version 1`,
  },
  'the cash of a classified year is what the ledger paid to each holder': {
    tampering: () => [sql`delete from tax_allocations where user_id = ${investor.id}`],
    named: () => `tax of property ${propertyId} in 2026 for ${investor.id}`,
  },
  'return of capital lowers the basis of lots by as much as its holders got': {
    tampering: () => [sql`update basis_reductions set amount = amount + 0.01`],
    named: () => /^return of capital of /,
  },
  'a bank transfer matches its movements in the ledger': {
    tampering: () => [sql`update bank_transfers set amount = amount + 1 where direction = 'deposit'`],
    named: () => /^transfer [0-9a-f-]{36}$/,
  },
  'money comes and goes by bank transfers and payments to lenders only': {
    tampering: () => [sql`delete from bank_transfers where status = 'completed'`],
    named: () => /^transfer \d+$/,
  },
  'cash on its way out equals the pending withdrawals': {
    tampering: () => [sql`update bank_transfers set status = 'completed' where status = 'pending'`],
    named: () => `user ${investor.id}`,
  },
  'what is on hold is a withdrawal with a reason that was not sent': {
    tampering: () => [sql`update bank_transfers set sent_at = created_at where status = 'held'`],
    named: () => /^transfer [0-9a-f-]{36}$/,
  },
  'an idempotency key belongs to an operation with an audit row': {
    tampering: () => [sql`update idempotency_keys set operation_id = gen_random_uuid()`],
    named: () => /^key \S+ of \S+$/,
  },
  'a text in the audit log is the one that was typed, or erased with the account that it was about': {
    tampering: () => [sql`update audit_texts set text = text || '!'`],
    named: () => /^text [a-z]+ of operation [0-9a-f-]{36}$/,
  },
  'the runs of a batch are the ones that its audit row was written with': {
    tampering: () => [sql`update audit_log set runs = '[]' where runs is not null`],
    named: () => /^audit row \d+$/,
  },
  'an event belongs to an operation with an audit row': {
    tampering: () => [sql`update outbox_events set operation_id = gen_random_uuid()`],
    named: () => /^event \d+ \S+$/,
  },
  'every event has a position or waits for it': {
    tampering: () => [sql`delete from outbox_unsequenced`, sql`delete from outbox_positions`],
    named: () => /^event \d+ \S+$/,
  },
};

describe('verify', () => {
  test('finds zero drift after purchases, deposits and withdrawals in every state', async () => {
    const findings = await verify(product.platform.db);
    expect(findings.flatMap(({ drifts }) => drifts)).toEqual([]);
    const unchecked = findings.filter(({ checked }) => checked === 0).map(({ invariant }) => invariant);
    expect(unchecked).toEqual([]);
    const { lines, sound } = reportOf(findings);
    expect(sound).toBe(true);
    expect(lines.filter((line) => / {2}.+: zero drift$/.test(line))).toHaveLength(invariants.length);
    expect(lines.at(-1)).toBe(`Zero drift: ${invariants.length} invariants checked.`);
  });

  test.each(Object.keys(plants))('names what breaks "%s"', async (invariant) => {
    const { tampering, named } = plants[invariant] as (typeof plants)[string];
    const findings = await findingsAfter(
      tampering,
      invariants.filter(({ name }) => name === invariant),
    );
    const [found] = findings;
    expect(found?.drifted).toBeGreaterThan(0);
    const subjects = found?.drifts.map(({ subject }) => subject) ?? [];
    const expected = named();
    expect(
      subjects.some((subject) =>
        typeof expected === 'string' ? subject === expected : expected.test(subject),
      ),
    ).toBe(true);
    const { lines, sound } = reportOf(findings);
    expect(sound).toBe(false);
    expect(lines.join('\n')).toContain(`${invariant}: DRIFT`);
  });

  const ownersSide: Record<string, () => SQL[]> = {
    'the owner': () => [sql`update properties set owner_id = ${investor.id} where id = ${propertyId}`],
    "an account with the owner's verified tax number": () => [
      sql`insert into kyc_applications (user_id, status, ssn_fingerprint, created_at, updated_at)
          select ${owner.id}, status, ssn_fingerprint, created_at, updated_at from kyc_applications`,
      sql`insert into kyc_decisions (id, user_id, reviewer_id, decision, requests, at)
          select gen_random_uuid(), ${owner.id}, reviewer_id, decision, requests, at from kyc_decisions`,
      sql`update kyc_decisions set at = timestamptz '2026-01-01 00:00Z'`,
    ],
  };

  test.each(Object.keys(ownersSide))('names a counted vote of %s', async (voter) => {
    const findings = await findingsAfter(ownersSide[voter] as () => SQL[]);
    const about = findings.find(({ invariant }) => invariant.endsWith("and none on the owner's side"));
    expect(about?.drifts).toMatchObject([
      { subject: `vote ${proposalId} of ${investor.id}`, detail: "3 counted on the owner's side" },
    ]);
  });

  test('names a property whose picture is not on file', async () => {
    const findings = await findingsAfter(() => [
      sql`update properties set image_url = (select image_url from properties where id = ${picturedId})
          where id = ${propertyId}`,
    ]);
    const about = findings.find(({ invariant }) => invariant.startsWith('a stored file about a property'));
    expect(about?.drifts).toMatchObject([{ subject: `property ${propertyId}` }]);
  });

  test('warns of holdings of an account that was closed again after a restore', async () => {
    const findings = await findingsAfter(() => [
      sql`update closed_accounts set closed_again = true`,
      sql`insert into resale_orders (id, operation_id, property_id, user_id, side, price_per_share, shares, shares_left,
            status, opened_at, expires_at) select gen_random_uuid(), gen_random_uuid(), property_id, ${leaver.id}, side,
            price_per_share, shares, shares, 'open', opened_at, expires_at from resale_orders limit 1`,
    ]);
    const about = findings.find(({ invariant }) => invariant.includes('closed again after a restore'));
    expect([about?.warning, about?.drifts.map(({ subject }) => subject)]).toEqual([
      true,
      [`account ${leaver.id}`],
    ]);
  });

  test('warns of a job that was given up, and still calls the books sound', async () => {
    const findings = await findingsAfter(() => [
      sql`update jobs set status = 'dead', last_error = 'no route'`,
    ]);
    const { lines, sound } = reportOf(findings);
    expect(sound).toBe(true);
    expect(lines.join('\n')).toMatch(/no job was given up: warning, \d+ of them\n.+no route/);
  });

  test('names a purchase of a buyer that promotions paid for as well', async () => {
    const findings = await findingsAfter(() => [
      sql`insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
          select operation_id, 'reward', 'platform:promotions', debit_account, asset, amount, at from ledger_transfers
          where code = 'investment' and operation_id = (select operation_id from investments where id = ${investmentId}::uuid)`,
    ]);
    const about = findings.find(({ invariant }) => invariant.startsWith('an investment matches'));
    expect(about?.drifts).toMatchObject([{ subject: `investment ${investmentId}` }]);
  });

  test('names a purchase of promotions that its buyer has paid for', async () => {
    const findings = await findingsAfter(() => [sql`delete from ledger_transfers where code = 'reward'`]);
    const about = findings.find(({ invariant }) => invariant.startsWith('an investment matches'));
    expect(about?.drifts).toMatchObject([{ detail: expect.stringContaining('0.00 of it by promotions') }]);
  });

  test('calls no book crossed by a listing that was repriced, in a batch, after the bid had expired', async () => {
    const open = (side: 'ask' | 'bid') =>
      sql`side = ${side} and status = 'open' and property_id = ${propertyId}`;
    const findings = await findingsAfter(() => [
      sql`update resale_orders set expires_at = opened_at + interval '1 hour' where ${open('bid')}`,
      sql`update resale_orders set price_per_share = 90 where ${open('ask')}`,
      sql`insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details, runs)
          select gen_random_uuid(), opened_at + interval '2 hours', 'resale.repriceListing', 'system', 'batch', 'batch', '{}',
                 json_build_array(json_build_object('operation_id', gen_random_uuid(), 'actor_kind', 'user',
                   'actor_id', user_id, 'subject', 'listing:' || id, 'details', json_build_object()))
          from resale_orders where ${open('ask')}`,
    ]);
    const about = findings.find(({ invariant }) => invariant.startsWith('no book is crossed'));
    expect(about?.drifts).toEqual([]);
  });

  test('names the first fifty and counts the rest', async () => {
    const findings = await findingsAfter(() => [
      sql`insert into ledger_accounts (id, kind, user_id, balance)
          select 'user:nobody-' || n || ':cash', 'user_cash', 'nobody-' || n, 0 from generate_series(1, 60) n`,
    ]);
    const found = findings.find(({ invariant }) => invariant.startsWith('an account belongs'));
    expect([found?.drifted, found?.drifts.length]).toEqual([60, 50]);
    expect(reportOf(findings).lines.join('\n')).toContain('and 10 more');
  });
});
