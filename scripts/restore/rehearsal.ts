import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { newRequest, type Scene, send } from '#tests/faults/load.ts';
import { eventually } from '#tests/support/eventually.ts';

const ARCHIVED_WITHIN_MS = 60_000;

/** A purchase that was answered. */
export interface PurchaseAnswer {
  key: string;
  atMs: number;
}

/** Buys one after the other until the time is over, and records when each was answered. */
export async function buyFor(forMs: number, serverUrl: string, scene: Scene): Promise<PurchaseAnswer[]> {
  const answered: PurchaseAnswer[] = [];
  for (const until = Date.now() + forMs; Date.now() < until; await sleep(20)) {
    // The third of each six is a deposit, which is not looked for afterwards.
    const request = newRequest(scene, answered.length * 6);
    const answer = await send(serverUrl, request);
    if (answer.status !== 201) throw new Error(`A purchase was answered ${answer.status}.`);
    answered.push({ key: request.key, atMs: Date.now() });
  }
  return answered;
}

/** Those of the purchases' keys that a database has. */
export async function keysOf(
  client: postgres.Sql,
  answered: readonly PurchaseAnswer[],
): Promise<Set<string>> {
  const found =
    await client`select key from idempotency_keys where key = any(${answered.map(({ key }) => key)})`;
  return new Set(found.map(({ key }) => key as string));
}

/** Ends the present segment of WAL, and resolves when it is in the archive. */
export async function archiveAll(client: postgres.Sql): Promise<void> {
  const [ended] = await client`select pg_walfile_name(pg_switch_wal()) as segment`;
  const isArchived = async () => {
    const [row] = await client`select last_archived_wal >= ${ended?.segment} as done from pg_stat_archiver`;
    return row?.done === true;
  };
  await eventually(() => isArchived().catch(() => false), {
    withinMs: ARCHIVED_WITHIN_MS,
    what: 'what was written is in the archive',
  });
}
