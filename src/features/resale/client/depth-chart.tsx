import { formatPercent, formatUsdExact } from '#kernel/money.ts';
import { LineChart } from '#ui/charts-on-demand.tsx';
import { depthOf, spreadOf } from '../order-book.rules.ts';
import type { BookView } from '../resale.contract.ts';

const series = [
  { key: 'bids', name: 'Wanted', step: 'before' },
  { key: 'asks', name: 'For sale', step: 'after' },
] as const;

const sharesText = (shares: number) => shares.toLocaleString('en-US');

function summaryOf(book: BookView): string {
  const spread = spreadOf(book);
  if (spread !== null) {
    const { cents, bps } = spread;
    return `Shares that can be sold or bought up to each price. The spread is ${formatUsdExact(cents)}, or ${formatPercent(bps / 100)}.`;
  }
  return book.asks.length > 0
    ? 'Shares for sale at or below each price. There are no bids.'
    : 'Shares wanted at or above each price. No shares are for sale.';
}

/** Number of shares that can be sold and bought up to each price; nothing while the book is empty. */
export function DepthChart({ book }: { book: BookView }) {
  const depth = depthOf(book);
  if (depth.length === 0) return null;
  return (
    <LineChart
      className="mt-6 border-t border-line pt-5"
      title="Depth"
      summary={summaryOf(book)}
      points={depth.map(({ priceCents, ...values }) => ({
        label: formatUsdExact(priceCents),
        at: priceCents,
        values,
      }))}
      series={series}
      areas
      startAtZero
      xTitle="Price of a share"
      yTitle="Shares"
      formatValue={sharesText}
      formatAt={formatUsdExact}
      height={240}
    />
  );
}
