import { and, eq } from 'drizzle-orm';
import { dataExports } from '#db/schema/own-data.ts';
import { DomainError } from '#kernel/errors.ts';
import { after } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { ownDataErrors, requestExportInput } from '../own-data.contract.ts';
import { EXPORT_REQUESTED } from '../own-data.events.ts';
import { EXPORT_RETENTION_MS } from '../own-data.rules.ts';
import { exportParts } from './export-parts.ts';

/**
 * Asks for a file with all of the caller's data, which a job makes.
 * @throws CONFIRM_IDENTITY, EXPORT_RUNNING, RATE_LIMITED
 */
export const requestExport = defineCommand({
  name: 'ownData.requestExport',
  input: requestExportInput,
  access: 'signedIn',
  whileFrozen: true,
  // Before the limit is counted: the same request comes again once the caller has proved who they are.
  prepare({ platform, caller }) {
    requireRecentAuthentication(caller.actor, platform.clock.now());
    return platform.limits.consume('dataExport', { address: '', ...caller });
  },
  async run({ tx, actor, now, newId, emit }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    const running = and(eq(dataExports.userId, userId), eq(dataExports.status, 'preparing'));
    const id = newId();
    const added = await tx
      .insert(dataExports)
      .values({
        id,
        userId,
        status: 'preparing',
        requestedAt: now,
        parts: exportParts.length,
        expiresAt: after(now, EXPORT_RETENTION_MS),
      })
      .onConflictDoNothing()
      .returning({ id: dataExports.id });
    if (added.length === 0 && (await tx.$count(dataExports, running)) > 0)
      throw new DomainError(ownDataErrors.EXPORT_RUNNING);
    emit(EXPORT_REQUESTED, { userId, payload: { exportId: id } });
    return { id };
  },
  audit: (_, { id }) => ({ subject: `data-export:${id}` }),
});
