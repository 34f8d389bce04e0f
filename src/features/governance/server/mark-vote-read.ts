import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { lastNotified, MAX_NOTIFIED_PEOPLE, markEachRead } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import { storedProposal } from './governance.queries.ts';
import { noticeOf } from './notify-of-proposal.ts';

/**
 * Marks the notifications that asked to vote on a closed proposal as read, for the next of those who have ever had
 * shares of its property. Idempotent by `requestId`.
 */
export const markVoteRead = defineCommand({
  name: 'governance.markVoteRead',
  input: z.strictObject({ proposalId: z.uuid(), after: z.string(), requestId }),
  access: 'system',
  async run(run, { proposalId, after }): Promise<{ last: string | null }> {
    const found = present(await storedProposal(run.tx, proposalId), 'a closed proposal');
    const people = await rows<{ id: string }>(
      run.tx,
      sql`select distinct user_id as id from ledger_accounts
          where property_id = ${found.proposal.propertyId} and user_id > ${after}
          order by user_id limit ${MAX_NOTIFIED_PEOPLE}::int`,
    );
    const userIds = people.map(({ id }) => id);
    await markEachRead(run, userIds, noticeOf(found, 'proposed'));
    return { last: lastNotified(userIds) };
  },
  audit: ({ proposalId, after }) => ({ subject: `proposal:${proposalId}`, details: { after } }),
});
