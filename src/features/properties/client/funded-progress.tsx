import { formatPercent } from '#kernel/money.ts';
import { Progress } from '#ui/progress.tsx';
import type { PropertyCard } from '../properties.contract.ts';
import { fundedPercent, fundedText, minimumPercent } from './property-figures.ts';

interface FundedProgressProps {
  property: Pick<PropertyCard, 'totalShares' | 'availableShares' | 'minimumShares'>;
  className?: string;
}

/** The sold part of an offering as a bar, with a mark where its minimum is reached. */
export function FundedProgress({ property, className }: FundedProgressProps) {
  const minimum = minimumPercent(property);
  return (
    <Progress
      label={minimum === null ? 'Funded' : `Funded, minimum ${formatPercent(minimum)}`}
      value={fundedPercent(property)}
      valueText={fundedText(property)}
      mark={minimum}
      className={className}
    />
  );
}
