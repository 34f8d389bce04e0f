import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { withdraw } from '#features/wallet/server/index.ts';
import { DAY } from '#kernel/time.ts';
import { checkInvariants, type Finding } from '#platform/server/audit/invariants.ts';
import type { TransferState } from '#platform/server/ports/payments.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { applyForReview, decideOn } from '#tests/support/applicants.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testFiles, testWeb } from '#tests/support/ports.ts';
import { aPdf, aPhoto } from '#tests/support/uploads.ts';
import { invariants } from './slices.ts';
import { verdictOf, verify } from './verify.ts';

const web = testWeb();
let product: Awaited<ReturnType<typeof testPlatform>>;
let owner: Person;
let investor: Person;
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
  await decideOn(investor, 'approved', { admin });
  await Promise.all([1, 2].map(buying));
  await withdrawing(20_000, { status: 'pending' });
  await withdrawing(10_000, { status: 'completed' });
  await withdrawing(5_000, { status: 'failed', reason: 'closed account' });
  const transferId = await withdrawing(3_000, { status: 'completed' });
  await api(admin).wallet.holdWithdrawal({ transferId, reason: 'Under review.' });
  await product.platform.jobs.drain();
});

afterAll(() => product?.close());

const buying = (shares: number) =>
  api(investor).investing.invest({ propertyId, shares, requestId: newKey() });

async function withdrawing(amountCents: number, outcome: TransferState): Promise<string> {
  const actor = { ...investor.actor, authenticatedAt: product.clock.now() };
  const { id } = await withdraw(
    { platform: product.platform, caller: { actor } },
    { amountCents, requestId: newKey() },
  );
  product.bank.answer(outcome, id);
  return id;
}

/** A purchase that is cancelled, and one that is refunded when its offering fails. */
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
  await report('2026-10', { maintenanceCents: 1_500, reserveWithdrawnCents: 1_500 });
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

/** What verify finds when somebody has written past every guard; the database is as before afterwards. */
async function findingsAfter(tampering: () => readonly SQL[]): Promise<Finding[]> {
  let findings: Finding[] = [];
  const run = product.platform.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of tampering()) await tx.execute(statement);
    findings = await checkInvariants(tx, invariants);
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

/** By invariant: what is done to the tables, and what names it. */
const plants: Record<string, { tampering: () => SQL[]; named: () => string | RegExp }> = {
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
  'an investment matches its transfers: amount, fee and shares': {
    tampering: () => [sql`update investments set transaction_fee = transaction_fee + 0.01`],
    named: () => `investment ${investmentId}`,
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
    tampering: () => [sql`update resale_trades set buyer_id = 'somebody'`],
    named: () => `trade ${tradeId}`,
  },
  'a trade is marked as a wash trade when the same two people traded back within 30 days': {
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
  'a statement adds up the reports of its quarter': {
    tampering: () => [sql`update rent_reports set taxes = 1 where month = '2026-08'`],
    named: () => `distribution ${distributionId}`,
  },
  'a statement splits what is available: reserve, owner, fee and holders, to the cent': {
    tampering: () => [sql`update distributions set owner_share = owner_share + 0.01`],
    named: () => `distribution ${distributionId}`,
  },
  'a deficit is carried into the next quarter, and made good first': {
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
  'a payout belongs to an existing user': {
    tampering: () => [sql`update distribution_payouts set user_id = 'somebody'`],
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
    tampering: () => [sql`delete from stored_files where id = (select file_id from property_images)`],
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
  'a bank transfer matches its movements in the ledger': {
    tampering: () => [sql`update bank_transfers set amount = amount + 1 where direction = 'deposit'`],
    named: () => /^transfer [0-9a-f-]{36}$/,
  },
  'money comes and goes by bank transfers only': {
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
  'the runs of a batch are the ones that its audit row was written with': {
    tampering: () => [sql`update audit_log set runs = '[]' where runs is not null`],
    named: () => /^audit row \d+$/,
  },
  'an event belongs to an operation with an audit row': {
    tampering: () => [sql`update outbox_events set operation_id = gen_random_uuid()`],
    named: () => /^event \d+ \S+$/,
  },
};

describe('verify', () => {
  test('finds zero drift after purchases, deposits and withdrawals in every state', async () => {
    const findings = await verify(product.platform.db);
    expect(findings.flatMap(({ drifts }) => drifts)).toEqual([]);
    const unchecked = findings.filter(({ checked }) => checked === 0).map(({ invariant }) => invariant);
    expect(unchecked).toEqual([]);
    const { lines, sound } = verdictOf(findings);
    expect(sound).toBe(true);
    expect(lines.filter((line) => / {2}.+: zero drift$/.test(line))).toHaveLength(invariants.length);
    expect(lines.at(-1)).toBe(`Zero drift: ${invariants.length} invariants checked.`);
  });

  test.each(Object.keys(plants))('names what breaks "%s"', async (invariant) => {
    const { tampering, named } = plants[invariant] as (typeof plants)[string];
    const findings = await findingsAfter(tampering);
    const found = findings.find((finding) => finding.invariant === invariant);
    expect(found?.drifted).toBeGreaterThan(0);
    const subjects = found?.drifts.map(({ subject }) => subject) ?? [];
    const expected = named();
    expect(
      subjects.some((subject) =>
        typeof expected === 'string' ? subject === expected : expected.test(subject),
      ),
    ).toBe(true);
    const { lines, sound } = verdictOf(findings);
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

  test('warns of a job that was given up, and still calls the books sound', async () => {
    const findings = await findingsAfter(() => [
      sql`update jobs set status = 'dead', last_error = 'no route'`,
    ]);
    const { lines, sound } = verdictOf(findings);
    expect(sound).toBe(true);
    expect(lines.join('\n')).toMatch(/no job was given up: warning, \d+ of them\n.+no route/);
  });

  test('names the first fifty and counts the rest', async () => {
    const findings = await findingsAfter(() => [
      sql`insert into ledger_accounts (id, kind, user_id, balance)
          select 'user:nobody-' || n || ':cash', 'user_cash', 'nobody-' || n, 0 from generate_series(1, 60) n`,
    ]);
    const found = findings.find(({ invariant }) => invariant.startsWith('an account belongs'));
    expect([found?.drifted, found?.drifts.length]).toEqual([60, 50]);
    expect(verdictOf(findings).lines.join('\n')).toContain('and 10 more');
  });
});
