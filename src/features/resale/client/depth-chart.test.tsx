import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { BookLevel, BookView } from '../resale.contract.ts';
import { DepthChart } from './depth-chart.tsx';

vi.mock('#ui/charts-on-demand.tsx', async () => import('#ui/charts/index.ts'));

const level = (pricePerShareCents: number): BookLevel => ({
  pricePerShareCents,
  sharesLeft: 3,
  ownShares: 0,
});
const [asks, bids] = [[level(10_100), level(10_300)], [level(9_900)]];
const shown = (book: Pick<BookView, 'asks' | 'bids'>) =>
  renderToStaticMarkup(<DepthChart book={book as BookView} />);

test('the depth of one side of the book is drawn without a spread, and nothing of an empty book', () => {
  expect(shown({ asks, bids })).toContain('The spread is $2.00, or 2.0%.');
  expect(shown({ asks, bids: [] })).toContain('There are no bids.');
  expect(shown({ asks: [], bids })).toContain('No shares are for sale.');
  for (const oneSide of [shown({ asks, bids: [] }), shown({ asks: [], bids })]) {
    expect(oneSide).toContain('aria-valuetext');
    expect(oneSide).not.toContain('spread');
  }
  expect(shown({ asks: [], bids: [] })).toBe('');
});
