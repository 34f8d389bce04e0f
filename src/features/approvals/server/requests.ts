import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { approvalDecisions, approvalRequests } from '#db/schema/approvals.ts';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import type { Objection } from '#platform/server/commands/approval.ts';
import { commandNamed } from '#platform/server/commands/command-registry.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { approvalErrors } from '../approvals.contract.ts';
import { DECIDED } from '../approvals.events.ts';

export type StoredRequest = typeof approvalRequests.$inferSelect;

/** Requests that nobody has decided and whose time is not over. */
export const isWaiting = (now: Date) =>
  and(isNull(approvalDecisions.requestId), gt(approvalRequests.expiresAt, now));

/** Number of waiting requests: of everyone, or of one admin. */
export async function countWaitingRequests(
  db: Queryable,
  { now, requestedBy }: { now: Date; requestedBy?: string },
): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(approvalRequests)
    .leftJoin(approvalDecisions, eq(approvalDecisions.requestId, approvalRequests.id))
    .where(and(isWaiting(now), requestedBy ? eq(approvalRequests.requestedBy, requestedBy) : undefined));
  return found?.count ?? 0;
}

/** Objection that the person whom a request is about can make; null where they cannot. */
export function objectionTo({ command }: StoredRequest): Objection<unknown> | null {
  const rule = commandNamed(command)?.needsApproval;
  return (rule || undefined)?.objection ?? null;
}

export async function nameOf(db: Queryable, userId: string): Promise<string> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user ? fullName(user) : 'An admin';
}

/**
 * A request that waits for a decision, locked until the transaction ends, so that it gets one decision at most.
 * @throws REQUEST_NOT_FOUND, REQUEST_DECIDED, REQUEST_EXPIRED
 */
export async function lockWaitingRequest(tx: Transaction, id: string, now: Date): Promise<StoredRequest> {
  const [request] = await tx.select().from(approvalRequests).where(eq(approvalRequests.id, id)).for('update');
  if (!request) throw new DomainError(approvalErrors.REQUEST_NOT_FOUND);
  const [decision] = await tx.select().from(approvalDecisions).where(eq(approvalDecisions.requestId, id));
  if (decision) {
    const how = decision.decision === 'executed' ? 'approved' : decision.decision;
    const verb = how === 'objected' ? 'objected to' : how;
    const message = `${await nameOf(tx, decision.decidedBy)} has already ${verb} this request.`;
    throw new DomainError(approvalErrors.REQUEST_DECIDED, { message });
  }
  if (request.expiresAt <= now) throw new DomainError(approvalErrors.REQUEST_EXPIRED);
  return request;
}

/** Records what became of a locked request, for the screens of all admins and of the person whom it is about. */
export async function decideRequest(
  run: Run<UserActor>,
  request: StoredRequest,
  decision: (typeof approvalDecisions.$inferSelect)['decision'],
  reason: string | null = null,
): Promise<void> {
  const { tx, actor, now, operationId, emit } = run;
  const { id: requestId } = request;
  await tx
    .insert(approvalDecisions)
    .values({ requestId, decision, decidedBy: actor.userId, decidedAt: now, reason, operationId });
  const userId = objectionTo(request)?.person(request.input);
  emit(DECIDED, { ...(userId && { userId }), broadcast: { audience: 'admins' }, payload: { requestId } });
}
