import { defineRoleCommand } from './role-command.ts';
/** Makes the account with this email an admin's, for the operator's script. */
export const grantAdmin = defineRoleCommand('identity.grantAdmin', 'admin');
