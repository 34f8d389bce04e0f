import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { inParallel } from '../support/in-parallel.ts';
import { expectRollupsAsRebuilt } from '../support/rollups.ts';
import type { Answer } from '../support/server.ts';
import { type Request, send } from './load.ts';

/** The answer to a deposit waits for its work, which a killed server had claimed: many wait together. */
const CONCURRENCY = 12;

/**
 * Sends every request again: an acknowledged one gets its first answer; another one takes effect now or has before.
 * Answers how many had taken effect.
 */
export async function replayAll(
  url: string,
  requests: readonly Request[],
  ask = send,
): Promise<{ replayed: number }> {
  let replayed = 0;
  await inParallel(requests, CONCURRENCY, async (request) => {
    const again = await untilServed(() => ask(url, request));
    expect([request.path, again.status]).toEqual([request.path, 201]);
    if (again.headers.get('idempotent-replayed') === 'true') replayed += 1;
    if (!request.answer) return;
    expect(request.answer.status).toBe(201);
    expect(again.json.id).toBe(request.answer.json.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    if (request.path === '/api/investments') expect(again.json).toEqual(request.answer.json);
  });
  return { replayed };
}

/** Retries while the server answers 503, as a client does. */
function untilServed(ask: () => Promise<Answer>): Promise<Answer> {
  return eventually(
    async () => {
      const answer = await ask();
      return answer.status !== 503 && answer;
    },
    { what: 'the server is not too busy' },
  );
}

/** Exactly one effect of each request, all work carried to its end, and every invariant. */
export async function expectOneEffectEach(
  platform: Platform,
  requests: readonly Request[],
  before: Effects,
): Promise<void> {
  const now = await eventually(
    async () => {
      await platform.jobs.drain();
      const effects = await effectsIn(platform);
      return effects.pending === 0 && effects;
    },
    { what: 'all transfers are settled' },
  );
  const of = (path: Request['path']) => requests.filter((request) => request.path === path).length;
  expect(now.investments - before.investments).toBe(of('/api/investments'));
  expect(now.deposits - before.deposits).toBe(of('/api/wallet/deposits'));
  await expectBooksBalance(platform);
  await expectRollupsAsRebuilt(platform);
}

export interface Effects extends Record<string, unknown> {
  investments: number;
  deposits: number;
  pending: number;
}

export async function effectsIn({ db }: Platform): Promise<Effects> {
  const [found] = await rows<Effects>(
    db,
    sql`select (select count(*)::int from investments) as investments,
               (select count(*)::int from bank_transfers) as deposits,
               (select count(*)::int from bank_transfers where status = 'pending') as pending`,
  );
  return found as Effects;
}
