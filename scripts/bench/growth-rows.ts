import { sql } from 'drizzle-orm';
import { verify } from '#app/server/verify.ts';
import { present } from '#kernel/assert.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { batchOf } from './large-rows.ts';
import { httpLoad } from './load.ts';
import { direct, getRequest, PORTFOLIO, type Row, type Side, type Stage, withoutFailures } from './rows.ts';
import { SPREAD_PROPERTY_COUNT } from './world.ts';

/** The most that something may cost more than with fewer transfers. */
const GOAL = 1.2;
const MICROSECONDS = 1_000_000;

/** What the opened history asks for. */
const HISTORY = batchOf({ 'transactions.list': {}, 'transactions.summary': {} });

const transfersText = (transfers: number) => `${transfers.toLocaleString('en-US')} transfers`;
const smaller = ({ base }: Stage): Side => present(base, 'the database with fewer transfers');

interface GrowthRow {
  name: string;
  what: string;
  /** Operations a second, on either of the two databases. */
  rate(stage: Stage): Promise<number>;
}

async function answered(
  stage: Stage,
  { path, cookies, connections }: { path: string; cookies: readonly string[]; connections: number },
): Promise<number> {
  const request = () => getRequest(path, cookies);
  const load = { port: stage.server.port, connections, seconds: stage.seconds, request };
  return withoutFailures(await httpLoad(load)).rate;
}

const measuredOnes: readonly GrowthRow[] = [
  {
    name: 'invest-growth',
    what: 'invest, spread over 1,000 properties, 64 at once',
    rate: async (stage) => withoutFailures(await direct(stage, SPREAD_PROPERTY_COUNT)).rate,
  },
  {
    name: 'portfolio-growth',
    what: 'portfolio of 50 holdings through tRPC',
    rate: (stage) => answered(stage, { path: PORTFOLIO, cookies: stage.readers, connections: 16 }),
  },
  {
    name: 'history-growth',
    what: 'first page and figures of the history of a person with 50,000 movements through tRPC, two at once',
    rate: (stage) => {
      const { member } = present(stage.listReaders, 'the readers of lists');
      return answered(stage, { path: HISTORY, cookies: [member], connections: 2 });
    },
  },
];

/** Each measured on a database with few transfers and on the large one, in alternating rounds. */
export function growthRows(baseTransfers: number): readonly Row[] {
  return measuredOnes.map(({ name, what, rate }) => ({
    name,
    what: `${what}, vs the same with ${transfersText(baseTransfers)}`,
    unit: 'µs each',
    goal: GOAL,
    atMost: true,
    async round(stage) {
      const reference = await rate({ ...stage, ...smaller(stage) });
      return { value: MICROSECONDS / (await rate(stage)), reference: MICROSECONDS / reference };
    },
  }));
}

/** @throws unless every invariant holds; a warning is none */
export async function requireNoDrift(platform: Platform): Promise<void> {
  const findings = (await verify(platform.db)).filter(({ warning }) => !warning);
  const drift = findings.flatMap(({ drifts }) => drifts);
  if (drift.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(drift.slice(0, 3))}`);
}

/** Microseconds that verifying every invariant takes for each transfer. */
async function costOfVerifying({ platform }: Side): Promise<number> {
  const [found] = await rows<{ many: number }>(
    platform.db,
    sql`select count(*)::float8 as many from ledger_transfers`,
  );
  const began = performance.now();
  await requireNoDrift(platform);
  const seconds = (performance.now() - began) / 1000;
  console.log(`  verified ${transfersText(present(found, 'a count').many)} in ${seconds.toFixed(1)} s`);
  return (seconds * MICROSECONDS) / present(found, 'a count').many;
}

export const verifyRow = (baseTransfers: number): Row => ({
  name: 'verify-growth',
  what: `verify, every invariant, for each transfer, vs the same with ${transfersText(baseTransfers)}`,
  unit: 'µs each',
  goal: GOAL,
  atMost: true,
  rounds: 1,
  async round(stage) {
    const reference = await costOfVerifying(smaller(stage));
    return { value: await costOfVerifying(stage), reference };
  },
});
