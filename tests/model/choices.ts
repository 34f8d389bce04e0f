import fc from 'fast-check';
import { MINUTE } from '#kernel/time.ts';

/**
 * Any number, to choose by. Left to itself fast-check prefers small ones, which would be the same person and the same
 * property all the time.
 */
export const any = fc.noBias(fc.nat(1_000));

/** True this number of times for each time that it is false. */
export const often = (many: number) =>
  fc.oneof({ weight: many, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });

/** Whether something happens now, shortly before a term is over, or when it is. */
export type When = 'now' | 'before' | 'at';

/** The moment to wait for; what is past is not waited for. */
export function momentOf(now: number, term: number | null, when: When): number {
  if (term === null || when === 'now') return now;
  return Math.max(now, when === 'at' ? term : term - MINUTE);
}
