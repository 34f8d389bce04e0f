import { and, eq, gt, lt } from 'drizzle-orm';
import { signInFlows } from '#db/schema/identity.ts';
import { after, MINUTE } from '#kernel/time.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { type FlowCookie, flowTokenInCookies } from './cookies.ts';
import { randomToken } from './secrets.ts';

/** Sign-ins in several steps: the state between the steps, and its person. */
export type Flow = typeof signInFlows.$inferSelect;
export type FlowKind = Flow['kind'];

const FLOW_LIFETIME_MS = 10 * MINUTE;

/** Begins a flow; the token goes to the browser, only its hash into the database. */
export async function beginFlow(
  db: Queryable,
  {
    kind,
    userId = null,
    data = {},
    now,
  }: Pick<Flow, 'kind'> & Partial<Pick<Flow, 'userId' | 'data'>> & { now: Date },
): Promise<string> {
  const token = randomToken();
  await db
    .insert(signInFlows)
    .values({ id: sha256(token), kind, userId, data, expiresAt: after(now, FLOW_LIFETIME_MS) });
  return token;
}

const openFlowCondition = (kind: FlowKind, token: string, now: Date) =>
  and(eq(signInFlows.id, sha256(token)), eq(signInFlows.kind, kind), gt(signInFlows.expiresAt, now));

/** The flow that a token continues, or null when it has ended. */
export async function findFlow(
  db: Queryable,
  kind: FlowKind,
  token: string,
  now: Date,
): Promise<Flow | null> {
  const [flow] = await db
    .select()
    .from(signInFlows)
    .where(openFlowCondition(kind, token, now));
  return flow ?? null;
}

/** The flow that this browser stores in a cookie, with its token; null when it has ended. */
export async function flowOfCookie(
  ctx: TrpcContext,
  kind: FlowKind,
  cookie: FlowCookie,
): Promise<{ flow: Flow; token: string } | null> {
  const token = flowTokenInCookies(ctx, cookie);
  if (token === null) return null;
  const flow = await findFlow(ctx.platform.db, kind, token, ctx.platform.clock.now());
  return flow && { flow, token };
}

/** Ends a flow and returns it: of two uses of one token at once, one gets it. */
export async function consumeFlow(
  db: Queryable,
  kind: FlowKind,
  token: string,
  now: Date,
): Promise<Flow | null> {
  const [flow] = await db
    .delete(signInFlows)
    .where(openFlowCondition(kind, token, now))
    .returning();
  return flow ?? null;
}

/** Removes flows that nobody finished. */
export async function deleteExpiredFlows({ db, clock }: Platform): Promise<void> {
  await db.delete(signInFlows).where(lt(signInFlows.expiresAt, clock.now()));
}
