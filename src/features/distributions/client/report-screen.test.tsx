import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReportSheet } from '../distributions.contract.ts';
import { reportSheetOptions } from './distribution-queries.ts';
import { ReportScreen } from './report-screen.tsx';
import { readReportSearch } from './report-search.ts';

const sheet: ReportSheet = {
  ...{ propertyId: 3, propertyName: 'Maple Court', dueMonths: ['2026-08', '2026-09'] },
  ...{ reports: [], entryMonths: [] },
  ...{ rentAccountCents: 0, reserveCents: 0, availableCashCents: 0 },
};

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

/** The month that is reported at an address. */
function monthAt(address: Record<string, unknown>): string | undefined {
  const client = new QueryClient();
  client.setQueryData(reportSheetOptions(3).queryKey, sheet);
  const markup = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={client}>
        <ReportScreen search={readReportSearch(address)} onSearch={() => undefined} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  return /<option value="([^"]*)" selected="">/.exec(markup)?.[1];
}

test.each([
  [{ property: 3, month: '2026-09' }, '2026-09'],
  [{ property: '3' }, '2026-08'],
  [{ property: 3, month: '2026-07' }, '2026-08'],
  [{ property: 3, month: '2026-13' }, '2026-08'],
  [{ property: 'x', month: '2026-09' }, undefined],
])('the address %j opens the report of %s', (address, month) => {
  expect(monthAt(address)).toBe(month);
});
