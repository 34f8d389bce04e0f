import { notify } from '#features/notifications/server/index.ts';
import { isSamePerson } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { approvalErrors, declineInput } from '../approvals.contract.ts';
import { decideRequest, lockWaitingRequest, nameOf } from './requests.ts';

/**
 * Declines another admin's request, with a reason that they read. The person whom a request would pay may decline it: that
 * moves no money. So may an admin whose role it would take; a freeze, which needs no approval, stops them.
 * @throws REQUEST_NOT_FOUND, REQUEST_DECIDED, REQUEST_EXPIRED, OWN_REQUEST
 */
export const decline = defineCommand({
  name: 'approvals.decline',
  input: declineInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { id, reason }) {
    const { tx, actor, now } = run;
    const request = await lockWaitingRequest(tx, id, now);
    const { requestedBy, title, subject } = request;
    if (await isSamePerson(tx, actor.userId, requestedBy)) throw new DomainError(approvalErrors.OWN_REQUEST);
    await decideRequest(run, request, 'declined', reason);
    await notify(run, {
      userId: requestedBy,
      type: 'system',
      priority: 'high',
      title: 'Your request was declined',
      message: `${await nameOf(tx, actor.userId)} has declined: ${title}. Reason: ${reason}`,
      actionUrl: '/admin-approvals?view=history',
      always: true,
    });
    return { id, state: 'declined' as const, subject };
  },
  audit: ({ id, reason }, { subject }) => ({ subject, details: { approvalId: id, reason: typed(reason) } }),
});
