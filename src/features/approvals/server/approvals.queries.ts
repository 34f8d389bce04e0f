import { and, desc, eq, isNotNull, lte, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { approvalDecisions, approvalRequests } from '#db/schema/approvals.ts';
import { users } from '#db/schema/identity.ts';
import { fullName } from '#kernel/person.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { highestFirst } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { ApprovalRequest, listInput, RequestAboutCaller } from '../approvals.contract.ts';
import { executableAt } from '../approvals.rules.ts';
import { countWaitingRequests, isWaiting, objectionTo, type StoredRequest } from './requests.ts';

const decider = alias(users, 'decider');

/** Requests that wait, or those that no longer do; the latest first. */
export async function list(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { view, cursor, limit }: z.output<typeof listInput>,
): Promise<{ items: ApprovalRequest[]; nextCursor: string | null }> {
  const now = clock.now();
  const over = or(isNotNull(approvalDecisions.requestId), lte(approvalRequests.expiresAt, now));
  const found = await db
    .select({ request: approvalRequests, decision: approvalDecisions, requester: users, decider })
    .from(approvalRequests)
    .innerJoin(users, eq(users.id, approvalRequests.requestedBy))
    .leftJoin(approvalDecisions, eq(approvalDecisions.requestId, approvalRequests.id))
    .leftJoin(decider, eq(decider.id, approvalDecisions.decidedBy))
    .where(
      and(
        view === 'waiting' ? isWaiting(now) : over,
        olderThan(cursor, approvalRequests.requestedAt, approvalRequests.id),
      ),
    )
    .orderBy(highestFirst(approvalRequests.requestedAt), highestFirst(approvalRequests.id))
    .limit(limit + 1);
  const items = found.map(
    ({ request, decision, requester, decider }): ApprovalRequest => ({
      ...textsOf(request),
      requestedBy: { id: requester.id, name: fullName(requester) },
      state: decision?.decision ?? (request.expiresAt > now ? 'waiting' : 'expired'),
      decision: decision && {
        by: decider ? fullName(decider) : decision.decidedBy,
        at: decision.decidedAt.toISOString(),
        reason: decision.reason,
      },
    }),
  );
  return cutPage(items, limit, (last) => cursorAfter(last.requestedAt, last.id));
}

/** Requests about the caller that wait, and that they can object to. */
export async function aboutCaller(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
): Promise<RequestAboutCaller[]> {
  const found = await db
    .select({ request: approvalRequests })
    .from(approvalRequests)
    .leftJoin(approvalDecisions, eq(approvalDecisions.requestId, approvalRequests.id))
    .where(and(isWaiting(clock.now()), eq(approvalRequests.subject, `user:${userId}`)))
    .orderBy(desc(approvalRequests.requestedAt));
  return found.flatMap(({ request }) => {
    const objection = objectionTo(request);
    if (objection?.person(request.input) !== userId) return [];
    const { id, title, reason, requestedAt, executableAt } = textsOf(request);
    return [{ id, title, reason, requestedAt, executableAt, notice: objection.notice.message }];
  });
}

/** Number of admins needed on this server, and number of waiting requests. */
export async function setting({ db, clock, config }: Platform) {
  return { admins: config.approvals, waiting: await countWaitingRequests(db, { now: clock.now() }) };
}

function textsOf(stored: StoredRequest) {
  const { id, command, subject, title, facts, path, input, reason, ...request } = stored;
  const objection = objectionTo(stored);
  const fields = Object.entries(input).map(([field, value]) => ({
    field,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return {
    id,
    command,
    subject,
    title,
    facts,
    path,
    input: fields,
    reason,
    requestedAt: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    executableAt: objection && executableAt(request.requestedAt, objection.hours).toISOString(),
  };
}
