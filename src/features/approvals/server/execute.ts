import { eq } from 'drizzle-orm';
import { approvalRequests } from '#db/schema/approvals.ts';
import { DomainError } from '#kernel/errors.ts';
import { commandNamed } from '#platform/server/commands/command-registry.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { requireAccess } from '#platform/server/security/access.ts';
import { approvalErrors } from '../approvals.contract.ts';

/**
 * Approves a request by carrying it out: the same command with exactly its input, as the approver's own call, with the
 * request's id as idempotency key. The command decides the request in its transaction.
 * @throws REQUEST_NOT_FOUND, REQUEST_DECIDED, REQUEST_EXPIRED, OWN_REQUEST, ROLE_TOO_NEW, REQUESTER_NOT_ADMIN,
 * TOO_EARLY, PAID_BY_IT, and the refusals of the command
 */
export async function execute(
  { platform, caller, responseHeaders }: CommandContext,
  { id }: { id: string },
): Promise<{ id: string; state: 'executed' }> {
  requireAccess('admin', caller.actor, { isWrite: true, now: platform.clock.now() });
  const [request] = await platform.db.select().from(approvalRequests).where(eq(approvalRequests.id, id));
  const command = request && commandNamed(request.command);
  if (!request || !command) throw new DomainError(approvalErrors.REQUEST_NOT_FOUND);
  const input = command.isKeyed ? { ...request.input, requestId: id } : request.input;
  const approval = { id };
  await command.call({ platform, caller, approval, ...(responseHeaders && { responseHeaders }) }, input);
  return { id, state: 'executed' };
}
