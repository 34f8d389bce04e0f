import { and, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dataExports } from '#db/schema/own-data.ts';
import { notify } from '#features/notifications/server/index.ts';
import { after } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { EXPORT_CHANGED } from '../own-data.events.ts';
import { EXPORT_RETENTION_DAYS, EXPORT_RETENTION_MS, MAX_EXPORT_FAILURES } from '../own-data.rules.ts';

const step = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('further'), partsDone: z.int() }),
  z.strictObject({ is: z.literal('ready'), size: z.int().positive() }),
  z.strictObject({ is: z.literal('failed') }),
  z.strictObject({ is: z.literal('givenUp') }),
]);

/**
 * Records how far the file with someone's data is. It is offered once all of it is stored, and not before; after the last
 * attempt, or when its attempts end their servers, it is given up.
 * @returns whether it is still wanted
 */
export const recordExport = defineCommand({
  name: 'ownData.recordExport',
  input: z.strictObject({ exportId: z.uuid(), step }),
  access: 'system',
  async run(run, { exportId, step: now }) {
    const { tx } = run;
    const open = and(
      eq(dataExports.id, exportId),
      eq(dataExports.status, 'preparing'),
      gt(dataExports.expiresAt, run.now),
    );
    const [changed] = await tx.update(dataExports).set(changeOf(now, run.now)).where(open).returning();
    if (!changed) return { wanted: false };
    const { userId, status } = changed;
    run.emit(EXPORT_CHANGED, { userId, payload: { exportId, status } });
    if (status !== 'preparing') {
      await notify(run, {
        userId,
        type: 'system',
        priority: status === 'ready' ? 'medium' : 'high',
        title: status === 'ready' ? 'Your data is ready' : 'Your data could not be exported',
        message:
          status === 'ready'
            ? `The file can be downloaded for ${EXPORT_RETENTION_DAYS} days.`
            : 'The file could not be created, and no part of it is stored. Request it again.',
        actionUrl: '/settings?view=data',
        always: true,
      });
    }
    return { wanted: true };
  },
  audit: ({ exportId, step: { is } }, { wanted }) => ({
    subject: `data-export:${exportId}`,
    details: { step: is, wanted },
  }),
});

function changeOf(step_: z.infer<typeof step>, now: Date) {
  if (step_.is === 'further') return { partsDone: step_.partsDone };
  if (step_.is === 'ready')
    return {
      status: 'ready' as const,
      size: step_.size,
      partsDone: sql`${dataExports.parts}`,
      expiresAt: after(now, EXPORT_RETENTION_MS),
    };
  if (step_.is === 'givenUp') return { partsDone: 0, status: 'failed' as const };
  const failures = sql`${dataExports.failures} + 1`;
  const status = sql`case when ${dataExports.failures} + 1 >= ${MAX_EXPORT_FAILURES} then 'failed' else 'preparing' end`;
  return { partsDone: 0, failures, status };
}
