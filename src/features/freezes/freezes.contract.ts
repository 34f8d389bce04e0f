import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { personText } from '#kernel/schemas.ts';

const userId = z.string().min(1).max(100);

export const freezeAccountInput = z.strictObject({
  userId,
  /** Written for the person whose account it is. */
  reason: personText(500, 'Enter a reason. The person will see it.'),
});
export const unfreezeAccountInput = z.strictObject({
  userId,
  /** For the audit log. */
  reason: personText(500, 'Enter a reason. It is recorded in the audit log.'),
});

export const freezeErrors = defineErrors({
  OWN_ACCOUNT: ['refused', 'You cannot freeze or unfreeze your own account. Ask another admin.'],
  ALREADY_FROZEN: ['conflict', 'This account is already frozen.'],
  NOT_FROZEN: ['conflict', 'This account is not frozen.'],
});
