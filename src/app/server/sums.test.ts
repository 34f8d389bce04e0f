import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { accounts, post } from '#features/ledger/server/index.ts';
import { formatUsdExact, MAX_CENTS } from '#kernel/money.ts';
import { signedSumOfCents, sumOfCents } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { anApprovedProperty, api, aUser, type Person, systemOf } from '#tests/support/actors.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { appRouter } from './app-router.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let person: Person;
beforeAll(async () => {
  t = await testPlatform();
  server = await startTestServer(t.platform);
  person = await aUser(t.platform);
});
afterAll(async () => {
  await server.close();
  await t.close();
});

/** Amounts of one thing: no more than its price, its size or a limit, however much people buy. */
const singleAmounts = new Set([
  'pricePerShareCents',
  'priceCents',
  'lastPriceCents',
  'offeringPriceCents',
  'lowestCents',
  'highestCents',
  'valuationCents',
  'totalValuationCents',
  'monthlyYieldCents',
  'offeringValuationCents',
  'perShareCents',
  'beforeCents',
  'afterCents',
  'debtCents',
  'mortgageRepaymentCents',
  'repaymentDueCents',
  'lenderWaitingCents',
  'valuations.list.amountCents',
  'valuations.reviewList.amountCents',
  'limitCents',
  // Of one reward: a few shares at $100 or less.
  'referrals.overview.paidCents',
  'leftCents',
  'instantLeftCents',
  'unconfirmedLeftCents',
  // Of one submission, as its owner wrote them or as they were estimated from it.
  'submissions.own.valueCents',
  'submissions.own.monthlyRentCents',
  'submissions.own.pricePerSquareFootCents',
  'submissions.own.mortgageCents',
  'submissions.own.monthlyPaymentCents',
  'submissions.own.minimumInvestmentCents',
  ...['draft', 'saveDraft', 'calculateValuation', 'submit', 'startAgain'].flatMap((name) =>
    ['valueCents', 'monthlyRentCents', 'pricePerSquareFootCents'].map((amount) => `intake.${name}.${amount}`),
  ),
  'submissions.reviewed.valueCents',
  'submissions.reviewed.monthlyRentCents',
  'submissions.reviewed.pricePerSquareFootCents',
  'submissions.reviewed.mortgageCents',
  'submissions.reviewed.repaymentCents',
  'submissions.reviewed.monthlyPaymentCents',
  'submissions.reviewed.minimumInvestmentCents',
  'submissions.reviewed.netIncomeCents',
  // Of one mortgage, and of one entry of a bank's file or its balance, as the owner's bank wrote them.
  'offerings.payLender.paidCents',
  ...['monthDraft', 'saveMonthDraft', 'statementFiles'].flatMap((name) =>
    ['amountCents', 'openingCents', 'closingCents'].map((amount) => `distributions.${name}.${amount}`),
  ),
  // Settings of Auto-Invest and their purchases, each within the bounds of the settings.
  'autoInvest.overview.maxPerPropertyCents',
  'autoInvest.overview.monthlyLimitCents',
  'autoInvest.overview.amountCents',
  'autoInvest.overview.reserveCents',
  'autoInvest.decisions.amountCents',
  'autoInvest.saveSettings.maxPerPropertyCents',
  'autoInvest.saveSettings.monthlyLimitCents',
  'autoInvest.saveSettings.amountCents',
  'autoInvest.saveSettings.reserveCents',
  'autoInvest.simulate.amountCents',
  // Shares of one offering or order times their price, which the input limits.
  'targetCents',
  'raisedCents',
  'equityOfferedCents',
  'equitySoldCents',
  'equityAvailableCents',
  'investing.invest.amountCents',
  'investing.invest.feeCents',
  'investing.cancelPurchase.amountCents',
  'investing.cancelPurchase.feeCents',
  'resale.buyShares.amountCents',
  'resale.buyShares.feeCents',
  'wallet.transfers.amountCents',
  'wallet.deposit.amountCents',
  'wallet.withdraw.amountCents',
  'wallet.withdrawals.amountCents',
]);

interface JsonSchema {
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** The names of the cents in an answer that have a smaller maximum than a safe integer. */
function limitedCents({ properties = {}, items, anyOf = [], maximum }: JsonSchema, name = ''): string[] {
  const isLimited = /cents$/i.test(name) && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const inside = [...(items ? [items] : []), ...anyOf].flatMap((part) => limitedCents(part, name));
  const fields = Object.entries(properties).flatMap(([key, part]) => limitedCents(part, key));
  return [...(isLimited ? [name] : []), ...inside, ...fields];
}

test('no answer limits a sum of money to the maximum of one amount', () => {
  const all = appRouter._def.procedures as unknown as Record<string, { _def: { output?: z.ZodType } }>;
  const limited = Object.entries(all).flatMap(([path, { _def }]) => {
    if (!_def.output) return [];
    const schema = z.toJSONSchema(_def.output, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
    return limitedCents(schema)
      .filter((name) => !singleAmounts.has(name) && !singleAmounts.has(`${path}.${name}`))
      .map((name) => `${path}.${name}`);
  });
  expect(limited).toEqual([]);
});

test('a sum of any number of amounts is a sum', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: MAX_CENTS }), { maxLength: 5_000 });
  fc.assert(
    fc.property(amounts, amounts, (came, went) => {
      const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);
      const income = sumOf(came);
      const expense = sumOf(went);
      expect(sumOfCents.parse(income)).toBe(income);
      expect(signedSumOfCents.parse(income - expense)).toBe(income - expense);
    }),
  );
});

/** Money in the ledger, however much. */
const give = defineCommand({
  name: 'test.give',
  input: z.object({ userId: z.string(), amount: z.int() }),
  access: 'system',
  async run(run, { userId, amount }) {
    await post(run.tx, run, [
      { code: 'deposit', debit: accounts.bank(), credit: accounts.userCash(userId), amount },
    ]);
    return {};
  },
  audit: () => ({ subject: 'test' }),
});

test('a balance above the largest single amount is shown in full, on every screen and over REST', async () => {
  const { id: propertyId } = await anApprovedProperty(t.platform, { owner: person });
  const client = server.client();
  await client.signIn(person.email);
  let total = 0;
  const amounts = fc.integer({ min: MAX_CENTS, max: 100 * MAX_CENTS });
  await fc.assert(
    fc.asyncProperty(amounts, async (amount) => {
      await give(systemOf(t.platform), { userId: person.id, amount });
      total += amount;
      const { wallet, transactions, portfolio, distributions } = api(person);
      const answers = await Promise.all([
        wallet.overview().then(({ availableCents }) => availableCents),
        wallet.movements({}).then(({ items }) => items[0]?.balanceAfterCents),
        transactions.list({}).then(({ items }) => items[0]?.balanceAfterCents),
        portfolio.overview().then(({ availableCashCents }) => availableCashCents),
        distributions.reportSheet({ propertyId }).then(({ availableCashCents }) => availableCashCents),
      ]);
      expect(answers).toEqual(answers.map(() => total));
      const { status, json } = await client.get('/api/auth/user');
      expect([
        status,
        `$${Number(json.availableCash).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
      ]).toEqual([200, formatUsdExact(total)]);
      expect((await transactions.list({})).items[0]?.amountCents).toBe(amount);
      await transactions.summary({});
    }),
    { numRuns: 5 },
  );
});
