import type { Clock } from '#kernel/time.ts';
import { SECOND } from '#kernel/time.ts';
import type { Payments, TransferState } from '../ports/payments.ts';

const SETTLEMENT_DELAY_MS = 3 * SECOND;

/** Amounts that end in these cents fail, so that failures can be tried on purpose. */
const DECLINED_CENTS = 13;

/**
 * A bank that moves no real money. Instant deposits settle immediately, and all deposits with `settlesImmediately`;
 * other transfers after three seconds. An amount ending in 13 cents is declined. Its state is in the reference, so it
 * survives restarts.
 */
export function sandboxBank(
  clock: Clock,
  { settlesImmediately = false }: { settlesImmediately?: boolean } = {},
): Payments {
  return {
    isSandbox: true,
    async order({ id, direction, amountCents, instant }) {
      const waits = direction === 'withdrawal' || !(instant || settlesImmediately);
      const settlesAt = clock.now().getTime() + (waits ? SETTLEMENT_DELAY_MS : 0);
      return { reference: `sandbox:${settlesAt}:${amountCents}:${id}` };
    },
    async status(reference): Promise<TransferState> {
      const [, settlesAt, cents] = reference.split(':');
      const amountCents = Number(cents);
      if (clock.now().getTime() < Number(settlesAt)) return { status: 'pending' };
      if (amountCents % 100 === DECLINED_CENTS) {
        return { status: 'failed', reason: 'The bank declined the transfer.' };
      }
      return { status: 'completed', amountCents };
    },
  };
}
