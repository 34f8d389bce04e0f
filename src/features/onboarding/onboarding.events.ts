/** A person skipped, postponed, resumed or completed onboarding. */
export const ONBOARDING_CHANGED = 'onboarding.changed';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    onboarding: typeof import('./onboarding.events.ts');
  }
}
