import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { instant, pageInput, pageOf, personText, requestId } from '#kernel/schemas.ts';
import { MIN_ROLE_HOURS } from './role-age.contract.ts';

const MAX_INPUT_CHARACTERS = 10_000;
/** Maximum number of waiting requests of one admin. */
export const MAX_WAITING_REQUESTS = 50;
const reason = (required: string) => personText(500, required);

export const requestInput = z.strictObject({
  /** The command that another admin shall carry out, such as "distributions.approve". */
  command: z.string().max(100),
  /** The exact input of its command, without an idempotency key. */
  input: z
    .record(z.string().max(100), z.unknown())
    .refine((input) => JSON.stringify(input).length <= MAX_INPUT_CHARACTERS, 'The input is too long.'),
  reason: reason('Enter a reason. The other admins will see it.'),
  requestId,
});
export const executeInput = z.strictObject({ id: z.uuid() });
export const declineInput = z.strictObject({
  id: z.uuid(),
  reason: reason('Enter a reason. The admin who asked will see it.'),
});
export const withdrawInput = z.strictObject({ id: z.uuid() });
export const objectInput = z.strictObject({ id: z.uuid() });

export const approvalState = z.enum(['waiting', 'executed', 'declined', 'withdrawn', 'objected', 'expired']);
export const listInput = z.strictObject({
  ...pageInput({ max: 100, default: 20 }),
  view: z.enum(['waiting', 'history']).default('waiting'),
});

/** A request as admins see it. */
export const approvalRequest = z.object({
  id: z.string(),
  command: z.string(),
  subject: z.string(),
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  path: z.string(),
  /** The exact input: each field as JSON, text without quotes. */
  input: z.array(z.object({ field: z.string(), value: z.string() })),
  reason: z.string(),
  requestedBy: z.object({ id: z.string(), name: z.string() }),
  requestedAt: instant,
  expiresAt: instant,
  /** Set where the person whom it is about can object until then; nobody can approve it sooner. */
  executableAt: instant.nullable(),
  state: approvalState,
  decision: z.object({ by: z.string(), at: instant, reason: z.string().nullable() }).nullable(),
});
export const approvalPage = pageOf(approvalRequest);
/** A request about the caller, to which they can object. */
export const requestAboutCaller = approvalRequest
  .pick({ id: true, title: true, reason: true, requestedAt: true, executableAt: true })
  .extend({ notice: z.string() });
export const requestsAboutCaller = z.array(requestAboutCaller);
/** Number of admins needed on this server, and number of waiting requests. */
export const approvalSetting = z.object({ admins: z.union([z.literal(1), z.literal(2)]), waiting: z.int() });
export const requested = z.object({ id: z.string(), expiresAt: instant });
export const decided = z.object({ id: z.string(), state: approvalState });

export const approvalErrors = defineErrors({
  APPROVAL_NOT_NEEDED: ['refused', 'This does not need approval. You can do it yourself.'],
  ALREADY_REQUESTED: ['conflict', 'Approval for this has already been requested.'],
  TOO_MANY_REQUESTS: [
    'refused',
    `${MAX_WAITING_REQUESTS} of your requests are waiting. Withdraw some of them first.`,
  ],
  REQUEST_NOT_FOUND: ['notFound', 'There is no such request.'],
  REQUEST_DECIDED: ['conflict', 'This request has already been decided.'],
  REQUEST_EXPIRED: ['conflict', 'This request has expired. Make a new one.'],
  OWN_REQUEST: ['refused', 'You made this request, so another admin has to decide on it.'],
  NOT_YOUR_REQUEST: ['refused', 'Only the admin who made a request can withdraw it.'],
  ROLE_TOO_NEW: [
    'refused',
    `You can approve requests once you have been an admin for ${MIN_ROLE_HOURS} hours.`,
  ],
  REQUESTER_NOT_ADMIN: [
    'conflict',
    'The person who made this request is no longer an admin, or their account is frozen. Decline it.',
  ],
  TOO_EARLY: ['conflict', 'The person can still object to this. Approve it after their deadline.'],
});

export type RequestAboutCaller = z.infer<typeof requestAboutCaller>;
export type ApprovalRequest = z.infer<typeof approvalRequest>;
