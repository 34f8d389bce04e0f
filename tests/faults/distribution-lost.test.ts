import { afterEach, beforeEach, expect, test } from 'vitest';
import { monthsOf, noLines, quarterOf } from '#features/distributions/distributions.rules.ts';
import { payChunk } from '#features/distributions/server/index.ts';
import { quotePurchase } from '#features/investing/investing.rules.ts';
import { monthStart } from '#kernel/months.ts';
import { after, DAY } from '#kernel/time.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person, systemOf } from '../support/actors.ts';
import { cashOf, expectBooksBalance } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { shiftedClock } from '../support/ports.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const HOLDERS = 12;
const PRICE_CENTS = 100;
const CASH_CENTS = 10_000;
const SPENT_SHARES = 20;

const clock = shiftedClock();
const { moveTo } = clock;

let postgres: PostgresServer;
let t: PostgresPlatform;
beforeEach(async () => {
  postgres = await startPostgres({ durable: true });
  t = await postgresPlatform({ clock, on: { url: postgres.url } });
});
afterEach(async () => {
  await t?.close();
  await postgres?.stop();
});

async function killAndRestart(): Promise<void> {
  await postgres.kill9();
  await postgres.restart();
  await eventually(
    () =>
      cashOf(t.platform.db, 'nobody').then(
        () => true,
        () => false,
      ),
    {
      what: 'the database answers again',
    },
  );
}

/** An approved statement of last quarter's rent, due to be paid now to these holders of a share each. */
async function anApprovedStatement(
  holders: readonly Person[],
  owner: Person,
  admin: Person,
): Promise<string> {
  const thisQuarter = monthsOf(quarterOf(clock.now().toISOString().slice(0, 7)))[0] ?? '';
  const month = monthStart(thisQuarter, -1).toISOString().slice(0, 7);
  const recordAt = monthStart(thisQuarter);
  moveTo(after(recordAt, -2 * DAY));
  const { id } = await anApprovedProperty(t.platform, {
    price: PRICE_CENTS,
    shares: 10 * HOLDERS,
    owner,
    admin,
  });
  for (const person of holders)
    await api(person).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
  moveTo(after(recordAt, DAY));
  const lines = { ...noLines, rentCents: 654_321 };
  await api(owner).distributions.reportMonth({ propertyId: id, month, lines, requestId: newKey() });
  await t.platform.jobs.drain();
  const statement = `${id}-${quarterOf(month)}`;
  const { netCents, preparedAt } = await api(admin).distributions.statement({ id: statement });
  const approval = { id: statement, expectedNetCents: netCents, preparedAt, requestId: newKey() };
  await api(admin).distributions.approve(approval);
  moveTo(after(recordAt, 20 * DAY));
  return statement;
}

test('payments that a killed Postgres had not written are made again, and what was spent of them stays spent', async () => {
  const admin = await anAdmin(t.platform);
  const owner = await aUser(t.platform, { cash: 1_000_000 });
  const holders: Person[] = [];
  for (let count = 0; count < HOLDERS; count += 1)
    holders.push(await aUser(t.platform, { cash: CASH_CENTS }));
  const id = await anApprovedStatement(holders, owner, admin);
  const { id: propertyId } = await anApprovedProperty(t.platform, { price: PRICE_CENTS, owner, admin });
  const cash = () => Promise.all(holders.map((person) => cashOf(t.platform.db, person.id)));
  const before = await cash();
  const paidNow = async () => {
    const now = await cash();
    return holders.filter((_, at) => now[at] !== before[at]);
  };
  const payFour = () => payChunk(systemOf(t.platform), { id, maxHolders: 4 });

  await payFour();
  const [spender] = await paidNow();
  if (!spender) throw new Error('nobody was paid');
  await api(spender).investing.invest({ propertyId, shares: SPENT_SHARES, requestId: newKey() });
  await payFour();
  await killAndRestart();
  expect([4, 8]).toContain((await paidNow()).length);
  const { holdings } = await api(spender).portfolio.overview();
  expect(holdings.map((holding) => [holding.propertyId, holding.shares])).toContainEqual([
    propertyId,
    SPENT_SHARES,
  ]);

  while (!(await payFour()).done);
  await killAndRestart();
  const statement = await api(admin).distributions.statement({ id });
  expect(statement).toMatchObject({ status: 'paid', paidCents: statement.netCents, holders: HOLDERS });
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
  const { totalCents } = quotePurchase(SPENT_SHARES, PRICE_CENTS);
  expect(sum(await cash()) - sum(before)).toBe(statement.netCents - totalCents);
  await expectBooksBalance(t.platform);
});
