import type { Run } from '#platform/server/commands/run-command.ts';
import { SIGNED_UP } from '../../identity.events.ts';

/**
 * Emits that an account begins: it was created, or its owner has it after it was cleared. Every way to begin one
 * calls this, as the acceptance of the legal documents and the invitation are recorded with the event, in this
 * transaction.
 */
export function openAccount(
  { emit }: Pick<Run, 'emit'>,
  { userId, referralCode }: { userId: string; referralCode: string | undefined },
): void {
  emit(SIGNED_UP, { userId, payload: { userId, ...(referralCode && { referralCode }) } });
}
