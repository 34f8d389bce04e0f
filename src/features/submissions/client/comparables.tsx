import { formatDate } from '#kernel/time.ts';
import { Money } from '#ui/money.tsx';
import { COMPARABLE_MONTHS } from '../comparables.contract.ts';
import type { SubmissionEstimates } from '../submissions.contract.ts';
import { areSales } from '../submissions.rules.ts';

type Comparable = SubmissionEstimates['comparables'][number];

/** Recent sales of the ZIP code, or illustrations that are marked as such. */
export function Comparables({
  estimates: { comparables },
  zipCode,
}: {
  estimates: SubmissionEstimates;
  zipCode: string;
}) {
  const isReal = areSales(comparables);
  return (
    <section aria-labelledby="comparables">
      <h3 id="comparables" className="text-lg">
        {isReal ? `Recent sales in ${zipCode}` : 'Illustrations, not sales'}
      </h3>
      <p className="mt-1 text-sm text-muted">
        {isReal
          ? `Sales of the last ${COMPARABLE_MONTHS} months, each with its source.`
          : `Estimates for similar sizes, at rates near the one for ${zipCode}.`}
      </p>
      <ul className="mt-3 grid gap-2.5">
        {comparables.map((one) => (
          <ComparableRow key={`${one.address} ${one.soldOn}`} comparable={one} />
        ))}
      </ul>
    </section>
  );
}

function ComparableRow({ comparable }: { comparable: Comparable }) {
  const { address, priceCents, squareFeet, pricePerSquareFootCents, soldOn, source } = comparable;
  return (
    <li className="flex items-baseline justify-between gap-4 rounded-box border border-line bg-paper p-3.5">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{address}</span>
        <span className="block text-sm text-muted">
          {squareFeet.toLocaleString('en-US')} sq ft
          {soldOn && ` · sold ${formatDate(soldOn)} · ${source}`}
        </span>
      </p>
      <p className="shrink-0 text-end">
        <Money cents={priceCents} className="font-medium" />
        <span className="block text-sm text-muted">
          <Money cents={pricePerSquareFootCents} /> per sq ft
        </span>
      </p>
    </li>
  );
}
