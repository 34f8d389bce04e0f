import { defineRoleCommand } from './role-command.ts';

/** Takes the role `admin` away again, for the operator's script. */
export const revokeAdmin = defineRoleCommand('identity.revokeAdmin', 'user');
