import { setTimeout as sleep } from 'node:timers/promises';
import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { distributions } from '#db/schema/distributions.ts';
import { distributionIdOf, noLines, quarterOf } from '#features/distributions/distributions.rules.ts';
import { payChunk } from '#features/distributions/server/index.ts';
import { present } from '#kernel/assert.ts';
import { monthAfter, monthOf, monthStart } from '#kernel/months.ts';
import { after, DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anApprovedProperty, api, newKey, on, type Person, systemOf } from '../support/actors.ts';
import { eventually } from '../support/eventually.ts';
import { inParallel } from '../support/in-parallel.ts';
import type { shiftedClock } from '../support/ports.ts';

const RETRY_MS = 10;

/** A prepared statement as its approval names it. */
export interface Statement {
  id: string;
  expectedNetCents: number;
  preparedAt: string;
}

const SHARES = 1_000;
const RENT_CENTS = 23_457;
const CONCURRENCY = 4;
/** The day of payment of the quarter before last has passed, whatever day it is: it is paid as soon as it is approved. */
const QUARTERS_AGO = 2;

function monthsOfThen(): { lastMonth: string; recordAt: Date } {
  const now = monthOf(new Date());
  const intoQuarter = (Number(now.slice(5)) - 1) % 3;
  const next = monthAfter(now, -intoQuarter - 3 * (QUARTERS_AGO - 1));
  return { lastMonth: monthAfter(next, -1), recordAt: monthStart(next) };
}

/** Statements of properties of their own that wait for approval; each pays all of these holders. */
export async function prepareStatements(
  platform: Platform,
  clock: ReturnType<typeof shiftedClock>,
  {
    holders,
    owner,
    admin,
    statements,
  }: { holders: readonly Person[]; owner: Person; admin: Person; statements: number },
): Promise<Statement[]> {
  const { lastMonth, recordAt } = monthsOfThen();
  const ids: number[] = [];
  const each = Array.from({ length: statements });
  clock.moveTo(after(recordAt, -2 * DAY));
  await inParallel(each, CONCURRENCY, async () => {
    const [theOwner, theAdmin] = [on(platform, owner), on(platform, admin)];
    const { id } = await anApprovedProperty(platform, {
      price: 100,
      shares: SHARES,
      owner: theOwner,
      admin: theAdmin,
    });
    const buy = (holder: Person, at: number) =>
      api(on(platform, holder)).investing.invest({
        propertyId: id,
        shares: 1 + (at % 7),
        requestId: newKey(),
      });
    await Promise.all(holders.map(buy));
    ids.push(id);
  });
  clock.moveTo(after(recordAt, DAY));
  await inParallel(ids, CONCURRENCY, async (propertyId) => {
    const lines = { ...noLines, rentCents: RENT_CENTS + propertyId };
    const report = { propertyId, month: lastMonth, lines, requestId: newKey() };
    await api(on(platform, owner)).distributions.reportMonth(report);
  });
  // The jobs of the servers prepare them.
  const prepared = await eventually(
    async () => {
      const found = await preparedOf(
        platform,
        ids.map((id) => distributionIdOf(id, quarterOf(lastMonth))),
      );
      return found.length === statements && found;
    },
    { withinMs: 120_000, what: 'the statements are prepared' },
  );
  return prepared.map(({ id, netCents, preparedAt }) => ({
    id,
    expectedNetCents: netCents,
    preparedAt: present(preparedAt, id).toISOString(),
  }));
}

const preparedOf = ({ db }: Platform, ids: readonly string[]) =>
  db
    .select()
    .from(distributions)
    .where(and(inArray(distributions.id, [...ids]), isNotNull(distributions.preparedAt)));

export type Approval = 'asked' | 'done' | 'failed';

/**
 * Pays a statement to one holder after the other from its approval on, beside the servers' jobs, which pay all of the
 * rest at once: so there are payments that did not wait for a standby, and may be lost with the primary.
 */
export async function payOneByOne(platform: Platform, id: string, approval: () => Approval): Promise<void> {
  while (approval() !== 'failed') {
    const paid = await payChunk(systemOf(platform), { id, maxHolders: 1 }).catch(() => null);
    if (paid?.done && approval() === 'done') return;
    if (!paid?.paid) await sleep(RETRY_MS);
  }
}

interface Paid extends Record<string, unknown> {
  id: string;
  status: string;
  /** What the statement distributes, less the parts of owner and platform. */
  distributedCents: number;
  payoutCents: number;
  paidCents: number;
  payments: number;
  payees: number;
}

/** Expects of each approved statement that every holder was paid once, and all of them together what it distributes. */
export async function expectPaidOnce(
  { db }: Platform,
  approved: readonly Statement[],
  holders: number,
): Promise<void> {
  const ids = approved.map(({ id }) => id);
  const paid = () =>
    rows<Paid>(
      db,
      sql`select d.id, d.status,
                 (100 * (d.available - d.reserve_contributed - d.owner_share - d.fee))::int as "distributedCents",
                 (select (100 * sum(p.amount))::int from distribution_payouts p where p.distribution_id = d.id) as "payoutCents",
                 sum(t.amount)::int as "paidCents", count(t.id)::int as payments,
                 count(distinct t.credit_account)::int as payees
          from distributions d
          left join distribution_payments m on m.distribution_id = d.id
          left join ledger_transfers t on t.operation_id = m.operation_id and t.code = 'distribution'
          where d.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
          group by d.id`,
    );
  const all = await eventually(
    async () => {
      const found = await paid();
      return found.every(({ status }) => status === 'paid') && found;
    },
    { withinMs: 120_000, what: 'all approved statements are paid' },
  );
  const expected = approved.map(({ id, expectedNetCents: cents }) => ({
    id,
    status: 'paid',
    distributedCents: cents,
    payoutCents: cents,
    paidCents: cents,
    payments: holders,
    payees: holders,
  }));
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect([...all].sort(byId)).toEqual(expected.sort(byId));
}
