import type { Clock } from '#kernel/time.ts';
import { SECOND } from '#kernel/time.ts';
import type { Payments, TransferState } from '../ports/payments.ts';

const SETTLES_AFTER = 3 * SECOND;

/** Amounts that end in these cents fail, so that failures can be tried on purpose. */
export const DECLINED_CENTS = 13;

/**
 * A bank that moves no real money. What was promised at once settles at once, everything else after three
 * seconds, unless `atOnce` says otherwise; an amount ending in 13 cents is declined. All it knows is in the reference, so it survives restarts.
 */
export function sandboxBank(clock: Clock, { atOnce = false }: { atOnce?: boolean } = {}): Payments {
  return {
    sandbox: true,
    async order({ id, direction, amountCents, instant }) {
      const waits = direction === 'withdrawal' || !(instant || atOnce);
      const settlesAt = clock.now().getTime() + (waits ? SETTLES_AFTER : 0);
      return { reference: `sandbox:${settlesAt}:${amountCents % 100}:${id}` };
    },
    async status(reference): Promise<TransferState> {
      const [, settlesAt, lastCents] = reference.split(':');
      if (clock.now().getTime() < Number(settlesAt)) return { status: 'pending' };
      if (Number(lastCents) === DECLINED_CENTS) {
        return { status: 'failed', reason: 'The bank declined the transfer.' };
      }
      return { status: 'completed' };
    },
  };
}
