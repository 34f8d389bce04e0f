import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { notifyEach } from '#features/notifications/server/index.ts';
import { exportParts } from '#features/own-data/server/export-parts.ts';
import { DEFAULT_ALERTS } from '#features/watchlist/watchlist.rules.ts';
import { present } from '#kernel/assert.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { type Queryable, rows, type Transaction } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import {
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  newKey,
  notifyPerson,
  on,
  PASSWORD,
  type Person,
  systemOf,
} from '../support/actors.ts';
import { personal } from '../support/applicants.ts';
import { expectBooksBalance, outcomes, waitingForLocks } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

let t: PostgresPlatform;
let other: Platform;
let property: number;
beforeAll(async () => {
  t = await postgresPlatform();
  other = await t.another();
  property = (await anApprovedProperty(t.platform, { shares: 10_000, price: 100, minimumShares: 0 })).id;
});
afterAll(() => t.close());

const close = (person: Person) =>
  api(person).ownData.closeAccount({ confirmation: 'close my account', requestId: newKey() });

/** Commands of the same person on another server at the moment at which they close their account. */
const rivals: Record<string, (person: Person) => Promise<unknown>> = {
  deposit: (person) => api(person).wallet.deposit({ amountCents: 5_000, requestId: newKey() }),
  purchase: (person) =>
    api(person).investing.invest({ propertyId: property, shares: 1, requestId: newKey() }),
  bid: (person) =>
    api(person).resale.placeBid({
      propertyId: property,
      shares: 1,
      pricePerShareCents: 60,
      requestId: newKey(),
    }),
  withdrawal: (person) => api(person).wallet.withdraw({ amountCents: 1_000, requestId: newKey() }),
  'identity check': (person) => api(person).kyc.savePersonal(personal),
  'sign-in': ({ email, platform }) => api(contextOf(platform)).identity.signIn({ email, password: PASSWORD }),
  'access token': (person) =>
    api(person).identity.createToken({ name: 'x', scope: 'read', expiresInDays: 1 }),
  'another closing': close,
};

test.each(Object.keys(rivals))(
  'an account is closed or not, whatever comes at the same moment: %s',
  async (name) => {
    const rival = rivals[name] as (person: Person) => Promise<unknown>;
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        aUser(t.platform, {
          cash: ['purchase', 'bid', 'withdrawal'].includes(name) && index % 2 ? 1_025 : 0,
        }),
      ),
    );
    const calls = people.flatMap((person, index) => {
      const both = [() => close(person), () => rival(on(other, person))];
      return (index % 2 ? both : both.reverse()).map((call) => call());
    });
    const { refused } = await outcomes(calls);
    const foreseen = ['CLOSING_REFUSED', 'UNAUTHORIZED', 'WRONG_CREDENTIALS', 'INSUFFICIENT_FUNDS'];
    expect(refused.filter((code) => !foreseen.includes(code))).toEqual([]);
    await t.platform.jobs.drain({ schedules: [] });
    await expectBooksBalance(t.platform);
    const ids = sql.join(
      people.map(({ id }) => sql`${id}`),
      sql`, `,
    );
    const [left] = await rows<{ many: number }>(
      t.platform.db,
      sql`select count(*)::int as many from closed_accounts c
        join kyc_applications k on k.user_id = c.user_id and k.first_name is not null
        where c.user_id in (${ids})`,
    );
    expect(left?.many).toBe(0);
  },
);

const notifyInDatabase = defineCommand({
  name: 'test.notifyInDatabase',
  input: z.object({ userId: z.string() }),
  access: 'system',
  run: (run, { userId }) =>
    notifyEach(run, {
      type: 'system',
      priority: 'low',
      title: 'Something happened',
      recipients: sql`select ${userId}::text as user_id, 'It has a text.' as message`,
    }),
  audit: () => ({ subject: 'test' }),
});

test('a notification that comes while an account is being closed waits for that, and is not stored', async () => {
  const person = await aUser(t.platform);
  await api(person).watchlist.setAlerts({ alerts: DEFAULT_ALERTS });
  const waitFor = (many: number) =>
    eventually(async () => (await waitingForLocks(other)) === many, { what: `${many} that wait` });
  const calls: Promise<unknown>[] = [];
  await t.platform.db.transaction(async (tx) => {
    // The closing erases the account first, and waits here.
    await tx.execute(sql`select 1 from watchlist_alerts where user_id = ${person.id} for update`);
    calls.push(close(on(other, person)));
    await waitFor(1);
    calls.push(notifyPerson(on(other, person), 'Something happened'));
    calls.push(notifyInDatabase(systemOf(other), { userId: person.id }));
    await waitFor(3);
  });
  await Promise.all(calls);
  const stored = await rows(t.platform.db, sql`select title from notifications where user_id = ${person.id}`);
  expect(stored).toEqual([]);
});

test('money that arrives while an account is closed is either there before, or refused', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => aUser(t.platform, { cash: 10_000 })));
  t.bank.answer({ status: 'failed', reason: 'The account is closed.' } as never);
  for (const person of people)
    await api(person).wallet.withdraw({ amountCents: 10_000, requestId: newKey() });
  const { done, refused } = await outcomes<unknown>([
    ...people.map((person) => close(person)),
    t.platform.jobs.drain({ schedules: [] }),
    ...people.map((person) => close(on(other, person))),
  ]);
  t.bank.answer({ status: 'completed' });
  expect(new Set(refused)).toEqual(new Set(['CLOSING_REFUSED']));
  expect(done).toHaveLength(1);
  await t.platform.jobs.drain({ schedules: [] });
  await expectBooksBalance(t.platform);
});

test('an export is of one moment: what is bought while it is read is in none of its tables', async () => {
  const person = await aUser(t.platform, { cash: 50_000 });
  let bought = 0;
  const buy = async () => {
    await api(person).investing.invest({ propertyId: property, shares: 1, requestId: newKey() });
    bought += 1;
  };
  await buy();
  /** The database, with a purchase after each statement. */
  const interrupted = <Runner extends Queryable>(db: Runner): Runner =>
    new Proxy(db, {
      get(target, name) {
        if (name === 'execute')
          return async (statement: SQL) => {
            const found = await target.execute(statement);
            await buy();
            return found;
          };
        if (name === 'transaction')
          return (work: (tx: Transaction) => Promise<unknown>, how?: object) =>
            target.transaction((tx) => work(interrupted(tx)), how as never);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const files = new Map<string, string>();
  const [readDatabase] = exportParts;
  for await (const { name, bytes } of present(readDatabase, 'the first part')(
    { ...t.platform, db: interrupted(t.platform.db) },
    person.id,
    { roomLeft: Number.POSITIVE_INFINITY, signal: undefined },
  ))
    files.set(name, new TextDecoder().decode(bytes));
  const area = (name: string) => JSON.parse(files.get(`${name}.json`) ?? '') as Record<string, unknown[]>;
  expect(bought).toBeGreaterThan(10);
  expect(area('investments').investments).toHaveLength(1);
  const paid = area('money').ledger_transfers as { code: string }[];
  expect(paid.filter(({ code }) => code === 'investment')).toHaveLength(1);
  const rowsIn = (name: string) => files.get(name)?.trim().split('\r\n').slice(1);
  expect(rowsIn('lots.csv')).toHaveLength(1);
  expect(rowsIn('transactions.csv')?.filter((line) => line.includes(',investment,'))).toHaveLength(1);
});
