import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { approvalErrors, withdrawInput } from '../approvals.contract.ts';
import { decideRequest, lockWaitingRequest } from './requests.ts';

/**
 * Takes back a request, from the account that made it.
 * @throws REQUEST_NOT_FOUND, REQUEST_DECIDED, REQUEST_EXPIRED, NOT_YOUR_REQUEST
 */
export const withdraw = defineCommand({
  name: 'approvals.withdraw',
  input: withdrawInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { id }) {
    const request = await lockWaitingRequest(run.tx, id, run.now);
    const { requestedBy, subject } = request;
    if (requestedBy !== run.actor.userId) throw new DomainError(approvalErrors.NOT_YOUR_REQUEST);
    await decideRequest(run, request, 'withdrawn');
    return { id, state: 'withdrawn' as const, subject };
  },
  audit: ({ id }, { subject }) => ({ subject, details: { approvalId: id } }),
});
