import { sql } from 'drizzle-orm';
import { verifications } from '#db/schema/books.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { recordVerificationInput } from '../books.contract.ts';
import { VERIFIED } from '../books.events.ts';

/** Stores what a verification has found. Idempotent by `requestId`. */
export const recordVerification = defineCommand({
  name: 'books.recordVerification',
  input: recordVerificationInput,
  access: 'system',
  async run({ tx, now, newId, operationId, emitEach }, { requestId: _, ...found }) {
    const id = newId();
    await tx.insert(verifications).values({ id, finishedAt: now, operationId, ...found });
    await emitEach(
      { type: VERIFIED, payload: { id } },
      sql`select id as user_id from users where role = 'admin'`,
    );
    return { id };
  },
  audit: ({ invariants, broken, requestedBy }, { id }) => ({
    subject: `verification:${id}`,
    details: { invariants, broken, requestedBy },
  }),
});
