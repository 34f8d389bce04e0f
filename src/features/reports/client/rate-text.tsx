import { formatPercent } from '#kernel/money.ts';
import type { PerformanceMetric } from '../reports.contract.ts';

/** A rate in percent, with its sign. */
export function percent(bps: number | null) {
  if (bps === null) return <span className="text-muted">Not available</span>;
  const text = formatPercent(Math.abs(bps) / 100);
  const isZero = Math.abs(bps) < 5;
  if (isZero) return text;
  return (
    <span className={bps < 0 ? 'text-negative' : 'text-positive'}>
      <span aria-hidden="true">{bps < 0 ? '\u2212' : '+'}</span>
      <span className="sr-only">{bps < 0 ? 'minus ' : 'plus '}</span>
      {text}
    </span>
  );
}

/** A return of a period, and for a year where there is one. Why one is not available is said below the table. */
export function RateText({
  rate,
  yearly,
}: {
  rate: PerformanceMetric['timeWeighted'];
  yearly: PerformanceMetric['timeWeighted'];
}) {
  return (
    <span className="block">
      {percent(rate.bps)}
      {yearly.bps !== null && <span className="block text-xs text-muted">{percent(yearly.bps)} a year</span>}
    </span>
  );
}
