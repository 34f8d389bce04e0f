/** A person's invitations or rewards changed; nobody else receives this. */
export const REFERRALS_CHANGED = 'referrals.changed';
/** A person chose the property of a reward, which is to be paid and bought. */
export const REWARD_CHOSEN = 'referrals.rewardChosen';
/** The shares of a reward were bought; its person is to be notified. */
export const REWARD_BOUGHT = 'referrals.rewardBought';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    referrals: typeof import('./referrals.events.ts');
  }
}
