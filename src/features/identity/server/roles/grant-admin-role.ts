import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { roleInput } from '../../identity.contract.ts';
import { changeRoleOf, roleApproval } from './role-command.ts';

/**
 * Makes someone else an admin: their sessions end, and they sign in again with the role.
 * @throws NOT_FOUND, OWN_ROLE, EMAIL_NOT_CONFIRMED, ALREADY_ADMIN, PERSON_FROZEN
 */
export const grantAdminRole = defineCommand({
  name: 'identity.grantAdminRole',
  input: roleInput,
  access: 'admin',
  needsApproval: roleApproval('admin'),
  run: (run, { userId }) => changeRoleOf(run, userId, 'admin'),
  audit: ({ userId, reason }) => ({ subject: `user:${userId}`, details: { reason: typed(reason) } }),
});
