import { inArray } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { notify } from '#features/notifications/server/index.ts';
import { isSamePerson } from '#features/ownership/server/index.ts';
import { assert } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Approvals } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { lockAndReadFreezes } from '#platform/server/security/frozen-accounts.ts';
import { approvalErrors } from '../approvals.contract.ts';
import { executableAt, isRoleOldEnough } from '../approvals.rules.ts';
import { decideRequest, lockWaitingRequest, nameOf, type StoredRequest } from './requests.ts';

/**
 * Decides a waiting request as approved by the caller, in the transaction of the command that it asks for: both happen,
 * or neither.
 * @throws REQUEST_NOT_FOUND, REQUEST_DECIDED, REQUEST_EXPIRED, OWN_REQUEST, ROLE_TOO_NEW, REQUESTER_NOT_ADMIN,
 * TOO_EARLY
 */
export const approvals: Approvals = {
  async admit(run, { approvalId, command, inputHash, waitHours }) {
    const { tx, actor, now } = run;
    const request = await lockWaitingRequest(tx, approvalId, now);
    assert(
      request.command === command && request.inputHash === inputHash,
      `the request ${approvalId} asks for something else than ${command}`,
    );
    await requireTwoAdmins(run, request);
    if (executableAt(request.requestedAt, waitHours) > now) throw new DomainError(approvalErrors.TOO_EARLY);
    await decideRequest(run, request, 'executed');
    await notify(run, {
      userId: request.requestedBy,
      type: 'system',
      priority: 'medium',
      title: 'Your request was approved',
      message: `${await nameOf(tx, actor.userId)} has approved and carried out: ${request.title}.`,
      actionUrl: '/admin-approvals?view=history',
      always: true,
    });
  },
};

/** Both hold their roles until the transaction ends: a change of either waits, or came first. */
async function requireTwoAdmins(
  { tx, actor, now }: Run<UserActor>,
  { requestedBy }: StoredRequest,
): Promise<void> {
  if (await isSamePerson(tx, actor.userId, requestedBy)) throw new DomainError(approvalErrors.OWN_REQUEST);
  const both = await tx
    .select({ id: users.id, role: users.role, adminSince: users.adminSince })
    .from(users)
    .where(inArray(users.id, [actor.userId, requestedBy]))
    .orderBy(users.id)
    .for('share');
  const approver = both.find(({ id }) => id === actor.userId);
  const requester = both.find(({ id }) => id === requestedBy);
  if (approver?.role !== 'admin' || !isRoleOldEnough(approver.adminSince, now))
    throw new DomainError(approvalErrors.ROLE_TOO_NEW);
  const frozen = await lockAndReadFreezes(tx, [requestedBy]);
  if (requester?.role !== 'admin' || frozen.has(requestedBy))
    throw new DomainError(approvalErrors.REQUESTER_NOT_ADMIN);
}
