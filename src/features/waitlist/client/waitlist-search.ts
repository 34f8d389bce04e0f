import { type WaitlistOutcome, waitlistOutcomes } from '../waitlist.rules.ts';

/** Result of joining by the form without scripts. */
export interface WaitlistSearch {
  outcome?: WaitlistOutcome;
}

/** Reads any address; what cannot be understood is left out. */
export function readWaitlistSearch(raw: Record<string, unknown>): WaitlistSearch {
  const outcome = waitlistOutcomes.find((candidate) => candidate === raw.outcome);
  return outcome === undefined ? {} : { outcome };
}
