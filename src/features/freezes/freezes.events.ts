export const ACCOUNT_FROZEN = 'freezes.accountFrozen';
export const ACCOUNT_UNFROZEN = 'freezes.accountUnfrozen';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    freezes: typeof import('./freezes.events.ts');
  }
}
