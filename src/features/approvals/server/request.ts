import { and, eq, type SQL } from 'drizzle-orm';
import { approvalDecisions, approvalRequests } from '#db/schema/approvals.ts';
import { notify, notifyAdmins } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import {
  commandNamed,
  type RegisteredCommand,
  type Rehearsal,
} from '#platform/server/commands/command-registry.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { savepoint } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { approvalErrors, MAX_WAITING_REQUESTS, requestInput } from '../approvals.contract.ts';
import { REQUESTED } from '../approvals.events.ts';
import { expiryOf, REQUEST_HOURS } from '../approvals.rules.ts';
import { countWaitingRequests, isWaiting, nameOf } from './requests.ts';

/**
 * Requests approval of the other admins for a command with exactly this input. An input that the command would refuse
 * is refused here already. Idempotent by `requestId`.
 * @throws APPROVAL_NOT_NEEDED, MALFORMED, TOO_MANY_REQUESTS, ALREADY_REQUESTED, and the refusals of the command
 */
export const request = defineCommand({
  name: 'approvals.request',
  input: requestInput,
  access: 'admin',
  needsApproval: false,
  async prepare(ctx, { command: name, input: rawInput }): Promise<unknown> {
    const command = commandNamed(name);
    return command?.needsApproval
      ? command.rehearsal?.prepare(ctx, inputOf(command, rawInput, newId()))
      : undefined;
  },
  async run(run, { command: name, input: rawInput, reason }, preparation) {
    const { tx, actor, now } = run;
    const command = commandNamed(name);
    const rule = command?.needsApproval;
    if (!command || !rule) throw new DomainError(approvalErrors.APPROVAL_NOT_NEEDED);
    const id = run.newId();
    const input = inputOf(command, rawInput, id);
    const inputHash = command.hashOf(input);
    await requireFirstRequest(run, eq(approvalRequests.inputHash, inputHash));
    if (rule.when && !(await rule.when(run, input)))
      throw new DomainError(approvalErrors.APPROVAL_NOT_NEEDED);
    await rehearse(present(command.rehearsal, `the rehearsal of ${name}`), run, input, preparation);
    const { subject, title, facts, path } = await rule.describe(tx, input, now);
    // Again, since another one may have been made meanwhile; from here on none can be.
    // By the input too, as servers of the version before do.
    for (const key of [inputHash, ...(rule.isOneAtATime ? [`${name} ${subject}`] : [])].sort())
      await lock(tx, 'approvalRequests', key);
    await requireFirstRequest(
      run,
      rule.isOneAtATime
        ? and(eq(approvalRequests.command, name), eq(approvalRequests.subject, subject))
        : eq(approvalRequests.inputHash, inputHash),
    );
    const expiresAt = expiryOf(now);
    await tx.insert(approvalRequests).values({
      id,
      command: name,
      input: command.isKeyed ? withoutKey(rawInput) : rawInput,
      inputHash,
      subject,
      title,
      facts: [...facts],
      path,
      reason,
      requestedBy: actor.userId,
      requestedAt: now,
      expiresAt,
    });
    run.emit(REQUESTED, { broadcast: { audience: 'admins' }, payload: { requestId: id } });
    await notifyOthers(run, title, reason);
    await notifyPerson(run, rule, { id, input, reason });
    return { id, expiresAt: expiresAt.toISOString(), subject };
  },
  audit: ({ command, reason }, { id, subject }) => ({
    subject,
    details: { approvalId: id, command, reason: typed(reason) },
  }),
});

function withoutKey({ requestId: _, ...input }: Record<string, unknown>): Record<string, unknown> {
  return input;
}

/** The input of a command, whose key is the id of the request. */
const inputOf = (command: RegisteredCommand, rawInput: Record<string, unknown>, id: string) =>
  command.parse(command.isKeyed ? { ...withoutKey(rawInput), requestId: id } : rawInput);

/** @throws ALREADY_REQUESTED, and TOO_MANY_REQUESTS when as many of the caller's wait as may */
async function requireFirstRequest(
  { tx, actor, now }: Run<UserActor>,
  isSame: SQL | undefined,
): Promise<void> {
  const [waiting] = await tx
    .select({ requestedBy: approvalRequests.requestedBy })
    .from(approvalRequests)
    .leftJoin(approvalDecisions, eq(approvalDecisions.requestId, approvalRequests.id))
    .where(and(isSame, isWaiting(now)));
  if (waiting) {
    const who =
      waiting.requestedBy === actor.userId ? 'You have' : `${await nameOf(tx, waiting.requestedBy)} has`;
    const message = `${who} already requested approval for this.`;
    throw new DomainError(approvalErrors.ALREADY_REQUESTED, { message });
  }
  if ((await countWaitingRequests(tx, { now, requestedBy: actor.userId })) >= MAX_WAITING_REQUESTS)
    throw new DomainError(approvalErrors.TOO_MANY_REQUESTS);
}

/** Ends the savepoint of a rehearsal. */
class Undone extends Error {}

/**
 * Runs the command as the caller's and undoes it, so that nobody is asked to approve a command that would be refused,
 * or one for the requester's own matters.
 */
async function rehearse(
  rehearsal: Rehearsal,
  run: Run<UserActor>,
  input: unknown,
  preparation: unknown,
): Promise<void> {
  const undone = savepoint(run.tx, async (tx) => {
    const silent = { ...run, tx, emit: () => undefined, emitEach: async () => undefined };
    await rehearsal.run(silent, input, preparation);
    throw new Undone();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

/** Notifies the person whom it is about immediately, since they can object. */
async function notifyPerson(
  run: Run<UserActor>,
  { objection }: ApprovalRule<unknown>,
  { id, input, reason }: { id: string; input: unknown; reason: string },
): Promise<void> {
  if (!objection) return;
  const { title, message } = objection.notice;
  const userId = objection.person(input);
  await notify(run, {
    userId,
    type: 'system',
    priority: 'high',
    title,
    message: `${message} Reason: ${reason}`,
    actionUrl: '/settings?view=security',
    always: true,
  });
  run.emit(REQUESTED, { userId, payload: { requestId: id } });
}

async function notifyOthers(run: Run<UserActor>, title: string, reason: string): Promise<void> {
  const name = await nameOf(run.tx, run.actor.userId);
  await notifyAdmins(
    run,
    {
      type: 'system',
      priority: 'high',
      title: 'Approval requested',
      message: `${name} requested your approval: ${title}. Reason: ${reason} It expires in ${REQUEST_HOURS} hours.`,
      actionUrl: '/admin-approvals',
      always: true,
    },
    { except: run.actor.userId },
  );
}
