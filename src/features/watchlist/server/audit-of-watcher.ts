import { auditOfCaller } from '#platform/server/commands/run-command.ts';

/** The audit entry of a change of a watchlist. It names no property: admins read the log. */
export const auditOfWatcher = auditOfCaller;
