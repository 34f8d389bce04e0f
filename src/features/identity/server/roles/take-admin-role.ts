import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { roleInput } from '../../identity.contract.ts';
import { changeRoleOf, roleApproval } from './role-command.ts';

/**
 * Takes the admin role from someone else: their sessions and access tokens end.
 * @throws NOT_FOUND, OWN_ROLE, NOT_ADMIN
 */
export const takeAdminRole = defineCommand({
  name: 'identity.takeAdminRole',
  input: roleInput,
  access: 'admin',
  needsApproval: roleApproval('user'),
  run: (run, { userId }) => changeRoleOf(run, userId, 'user'),
  audit: ({ userId, reason }) => ({ subject: `user:${userId}`, details: { reason: typed(reason) } }),
});
