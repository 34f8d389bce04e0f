import { QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { statementOptions } from '#features/distributions/client/distribution-queries.ts';
import { NewestStatement } from '#features/distributions/client/newest-statement.tsx';
import type { DistributionRow } from '#features/distributions/distributions.contract.ts';
import { PropertyDocumentField } from '#features/files/client/index.ts';
import { ReauthenticationDialog } from '#features/identity/client/reauthentication-dialog.tsx';
import { signInMethodsOptions } from '#features/identity/client/settings-queries.ts';
import { PurchaseSummary } from '#features/investing/client/purchase-parts.tsx';
import { Month } from '#features/portfolio/client/portfolio-cards.tsx';
import type { PortfolioOverview } from '#features/portfolio/portfolio.contract.ts';
import { PriceHistory } from '#features/resale/client/price-history.tsx';
import { TransactionHistoryScreen } from '#features/transactions/client/transaction-history-screen.tsx';
import { summaryOptions } from '#features/transactions/client/transactions-queries.ts';
import { AdminWaitlistScreen } from '#features/waitlist/client/admin-waitlist-screen.tsx';
import { statsOptions } from '#features/waitlist/client/entries-queries.ts';
import { watchlistSummaryOptions } from '#features/watchlist/client/watchlist-queries.ts';
import { WatchlistScreen } from '#features/watchlist/client/watchlist-screen.tsx';
import { trpc } from '#platform/browser/trpc.ts';
import { screenMarkup } from '#tests/support/screen-markup.tsx';

const nothing = () => undefined;

/** The markup of an element while one of its queries has failed. */
async function markupOf(element: ReactElement, queryKey: QueryKey): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('500: down')) });
  return screenMarkup(element, client);
}

const thisMonth = { startValueCents: 100, netInvestedCents: 0, returnCents: 0, returnBps: 0 };
const overview = { thisMonth } as PortfolioOverview;
const newest = [{ id: 'q3', quarter: '2026-Q3' } as DistributionRow];

test.each([
  ['the statement of the newest quarter', () => <NewestStatement rows={newest} />, statementOptions('q3')],
  [
    'the prices of resold shares',
    () => <PriceHistory propertyId={1} />,
    trpc.resale.tradingFigures.queryOptions({ propertyId: 1 }),
  ],
  [
    'the documents to choose from',
    () => <PropertyDocumentField label="Document" propertyId={1} onLeave={nothing} />,
    trpc.documents.ofProperty.queryOptions({ propertyId: 1, limit: 100 }),
  ],
  [
    'the ways to prove who they are',
    () => <ReauthenticationDialog onConfirmed={nothing} onClose={nothing} />,
    signInMethodsOptions(),
  ],
])('a person can load %s again when that failed', async (_, draw, { queryKey }) => {
  const markup = await markupOf(draw(), queryKey);
  expect(markup).toContain('Try again');
  expect(markup).not.toContain('animate-pulse');
});

test('the distributions of a month read as not available when loading them failed', async () => {
  const { queryKey } = trpc.portfolio.income.queryOptions();
  const markup = await markupOf(<Month overview={overview} wide />, queryKey);
  expect(markup).toContain('Not available');
  expect(markup).not.toContain('animate-pulse');
});

test.each([
  ['a history', () => <TransactionHistoryScreen search={{}} onSearch={nothing} />, summaryOptions({}), 4],
  ['a watchlist', () => <WatchlistScreen onInvest={nothing} />, watchlistSummaryOptions(), 3],
  ['the waitlist', () => <AdminWaitlistScreen search={{}} onSearch={nothing} />, statsOptions(), 4],
])(
  'the figures of %s read as not available when loading them failed',
  async (_, draw, { queryKey }, many) => {
    const markup = await markupOf(draw(), queryKey);
    expect(markup.match(/Not available/g)).toHaveLength(many);
  },
);

test('the cash after a purchase is a dash while the balance is not known', () => {
  const markup = renderToStaticMarkup(<PurchaseSummary parts={[]} totalCents={100} cashCents={undefined} />);
  expect(markup).toContain('not known yet');
  expect(markup).not.toContain('animate-pulse');
});
