import { bankComparisons, verifications } from '#db/schema/books.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { recordVerificationInput } from '../books.contract.ts';
import { COMPARISON_DUE, VERIFIED } from '../books.events.ts';
import { noFindings } from './compare-transfers.ts';

/**
 * Stores the findings of a verification, and begins a comparison of all transfers with the bank, unless the one before
 * is still on its way. Idempotent by `requestId`.
 */
export const recordVerification = defineCommand({
  name: 'books.recordVerification',
  input: recordVerificationInput,
  access: 'system',
  async run({ tx, now, newId, operationId, emit }, { requestId: _, ...found }) {
    const id = newId();
    await tx.insert(verifications).values({ id, finishedAt: now, operationId, ...found });
    await tx
      .insert(bankComparisons)
      .values({ verificationId: id, startedAt: now, findings: noFindings })
      .onConflictDoNothing();
    emit(COMPARISON_DUE, { payload: {} });
    emit(VERIFIED, { broadcast: { audience: 'admins' }, payload: { id } });
    return { id };
  },
  audit: ({ invariants, broken, requestedBy }, { id }) => ({
    subject: `verification:${id}`,
    details: { invariants, broken, requestedBy },
  }),
});
