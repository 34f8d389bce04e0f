import { notify } from '#features/notifications/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { approvalErrors, objectInput } from '../approvals.contract.ts';
import { decideRequest, lockWaitingRequest, nameOf, objectionTo } from './requests.ts';

/**
 * Ends a request about the caller, who does not want it; its admin is notified. Anyone else's request answers like a
 * missing one.
 * @throws REQUEST_NOT_FOUND, REQUEST_DECIDED, REQUEST_EXPIRED
 */
export const object = defineCommand({
  name: 'approvals.object',
  input: objectInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { id }) {
    const { tx, actor, now } = run;
    const request = await lockWaitingRequest(tx, id, now);
    if (objectionTo(request)?.person(request.input) !== actor.userId)
      throw new DomainError(approvalErrors.REQUEST_NOT_FOUND);
    await decideRequest(run, request, 'objected');
    await notify(run, {
      userId: request.requestedBy,
      type: 'system',
      priority: 'high',
      title: 'Objection to your request',
      message: `${await nameOf(tx, actor.userId)} has objected to your request: ${request.title}.`,
      actionUrl: '/admin-approvals?view=history',
      always: true,
    });
    return { id, state: 'objected' as const, subject: request.subject };
  },
  audit: ({ id }, { subject }) => ({ subject, details: { approvalId: id } }),
});
