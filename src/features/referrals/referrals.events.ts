import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A person's invitations or rewards changed; nobody else receives this. */
export const REFERRALS_CHANGED = defineEvent('referrals.changed');
/** A person chose the property of a reward, which is to be paid and bought. */
export const REWARD_CHOSEN = defineEvent(
  'referrals.rewardChosen',
  z.object({ userId: z.string(), tier: z.int() }),
);
/** The shares of a reward were bought; its person is to be notified. */
export const REWARD_BOUGHT = defineEvent(
  'referrals.rewardBought',
  z.object({
    userId: z.string(),
    investmentId: z.string(),
    shares: z.int(),
    propertyName: z.string(),
  }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    referrals: typeof import('./referrals.events.ts');
  }
}
