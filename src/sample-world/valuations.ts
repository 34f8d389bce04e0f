import type { ValuationBasis } from '#features/valuations/share-value.contract.ts';
import { nextDay } from '#features/valuations/valuations.rules.ts';
import { present } from '#kernel/assert.ts';
import { type Cents, multiply, parseUsd, proportion } from '#kernel/money.ts';
import { after, DAY, MINUTE } from '#kernel/time.ts';
import { sampleProperties } from './cast.ts';
import type { Step } from './steps.ts';

/** A new valuation of a sample property that is funded. */
export interface SampleValuation {
  property: number;
  daysAgo: number;
  /** Per mille of the valuation by the offering. */
  permille: number;
  basis: ValuationBasis;
  isApproved: boolean;
}

/** Yearly appraisals, a large gain that halted trading for a while, and one that waits for its approval. */
const sampleValuations: readonly SampleValuation[] = [
  { property: 0, daysAgo: 365, permille: 1_030, basis: 'appraisal', isApproved: true },
  { property: 1, daysAgo: 330, permille: 1_025, basis: 'appraisal', isApproved: true },
  { property: 3, daysAgo: 300, permille: 1_020, basis: 'broker_opinion', isApproved: true },
  { property: 5, daysAgo: 170, permille: 1_125, basis: 'appraisal', isApproved: true },
  { property: 4, daysAgo: 3, permille: 1_040, basis: 'appraisal', isApproved: false },
];

/** Valuation of the sample property, in cents. */
export function valuedAt({ property, permille }: Pick<SampleValuation, 'property' | 'permille'>): Cents {
  const { pricePerShare, totalShares } = present(sampleProperties[property], 'a property').submission;
  return proportion(multiply(present(parseUsd(pricePerShare), 'a price'), totalShares), permille, 1_000);
}

/**
 * Each is filed by the owner and approved two days later, in the last minute of the day: until the next one begins, a
 * large change halts trading, and nobody trades at that time.
 * @param funded when the offerings were funded; a property whose offering runs has no other valuation
 */
export function valuationSteps(
  now: Date,
  funded: ReadonlyMap<number, Date>,
  valuations: readonly SampleValuation[] = sampleValuations,
): Step[] {
  return valuations.flatMap(({ isApproved, daysAgo, ...valuation }, index): Step[] => {
    const filed = after(nextDay(after(now, -(daysAgo + 1) * DAY)), -DAY / 2 + index * MINUTE);
    const fundedAt = funded.get(valuation.property);
    if (fundedAt === undefined || fundedAt > filed) return [];
    const file: Step = { at: filed, do: 'value', valuation: index, ...valuation };
    const approvedAt = after(nextDay(after(filed, 2 * DAY)), -MINUTE);
    if (!isApproved) return [file];
    // A job resumes trading.
    const resume: Step = { at: after(approvedAt, 2 * MINUTE), do: 'run jobs' };
    return [file, { at: approvedAt, do: 'approve valuation', valuation: index }, resume];
  });
}
