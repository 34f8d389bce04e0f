import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { type Cluster, postgresProcesses, superuserUrl } from '../../scripts/cluster/cluster.ts';
import { leaderOf, membersOf } from '../../scripts/cluster/members.ts';
import { testClient } from '../support/server.ts';
import { SESSION_COOKIE } from './scene.ts';

const READERS = 6;
const MEASURED_MS = 10_000;
/** Until connections are open, statements are prepared, and replicas are used. */
const WARM_MS = 3_000;
const TICK_MS = 10;

/** What a thousand reads cost the primary. */
export interface Cost {
  transactions: number;
  cpuMs: number;
  reads: number;
}

/** Milliseconds of processor time of these processes, and of their children that have ended. */
function cpuOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
  });
  return TICK_MS * ticks.reduce((sum, one) => sum + one, 0);
}

/** Reads for some seconds with several readers, and answers what it costs the primary. */
export async function costOfReads(
  cluster: Cluster,
  url: string,
  { path, session }: { path: string; session?: string },
): Promise<Cost> {
  const { nodes } = cluster.layout;
  const leader = leaderOf(await membersOf(nodes));
  const primary = nodes.find(({ name }) => name === leader);
  if (!primary) throw new Error('There is no primary.');
  const client = postgres(superuserUrl(cluster, primary), { max: 1 });
  let working = true;
  let reads = 0;
  const read = async () => {
    const browser = testClient(url);
    if (session) browser.cookies.set(SESSION_COOKIE, session);
    while (working) if ((await browser.get(path)).status === 200) reads += 1;
  };
  const spent = async () => {
    const [row] = await client`select xact_commit + xact_rollback as many from pg_stat_database
                               where datname = 'commonhold'`;
    return { transactions: Number(row?.many), cpuMs: cpuOf(postgresProcesses(primary)), reads };
  };
  const work = Promise.all(Array.from({ length: READERS }, read));
  try {
    await sleep(WARM_MS);
    const before = await spent();
    await sleep(MEASURED_MS);
    const after = await spent();
    const many = after.reads - before.reads;
    const each = (value: number) => Math.round((value * 1_000) / many);
    return {
      transactions: each(after.transactions - before.transactions),
      cpuMs: each(after.cpuMs - before.cpuMs),
      reads: many,
    };
  } finally {
    working = false;
    await work;
    await client.end({ timeout: 1 });
  }
}
