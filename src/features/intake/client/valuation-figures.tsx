import { bpsToDecimal } from '#kernel/money.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { ValuationData } from '../intake.contract.ts';

/** "9.6%": basis points with one decimal. */
const oneDecimal = (bps: number) => `${bpsToDecimal(bps).slice(0, -1)}%`;

export function ValuationFigures({ valuation }: { valuation: ValuationData }) {
  const { valueCents, monthlyRentCents, capRateBps, confidence } = valuation.estimates;
  return (
    <DescriptionList
      items={[
        { term: 'Estimated value', value: <Money cents={valueCents} className="text-xl font-semibold" /> },
        { term: 'Estimated monthly rent', value: <Money cents={monthlyRentCents} /> },
        { term: 'Cap rate', value: oneDecimal(capRateBps) },
        { term: 'Confidence', value: confidence },
      ]}
    />
  );
}
