import { liquidationExcessCents } from '#features/submissions/client/index.ts';
import { formatUsd } from '#kernel/money.ts';
import { Alert } from '#ui/alert.tsx';
import type { OwnershipInfo, ValuationData } from '../intake.contract.ts';
import { dollarsOf, liquidationBps, ownershipBps } from '../intake.rules.ts';

/** Shows by how much the part to sell exceeds the part that the owner has free of debt. */
export function LiquidationWarning({ info, valuation }: { info: OwnershipInfo; valuation: ValuationData }) {
  const excess = liquidationExcessCents({
    valuationCents: valuation.estimates.valueCents,
    equityOfferedBps: liquidationBps(info),
    ownershipBps: ownershipBps(info),
    mortgageCents: dollarsOf(info.mortgageBalance),
  });
  if (excess === 0) return null;
  return (
    <Alert tone="warning" title={`This is ${formatUsd(excess)} more than your equity after the mortgage`}>
      The shares you want to sell are worth more than your share of the property minus its mortgage. You can
      still submit; reviewers will see this too.
    </Alert>
  );
}
