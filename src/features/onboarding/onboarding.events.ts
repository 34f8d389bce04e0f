/** A person skipped, postponed, resumed or completed onboarding. */
export const ONBOARDING_CHANGED = 'onboarding.changed';
