import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { screenMarkup } from '#tests/support/screen-markup.tsx';
import type { ReportSheet } from '../distributions.contract.ts';
import { reportSheetOptions } from './distribution-queries.ts';
import { ReportScreen } from './report-screen.tsx';
import { readReportSearch } from './report-search.ts';

const sheet: ReportSheet = {
  ...{ propertyId: 3, propertyName: 'Maple Court', dueMonths: ['2026-08', '2026-09'] },
  ...{ reports: [], entryMonths: [] },
  ...{ rentAccountCents: 0, reserveCents: 0, availableCashCents: 0 },
};

/** The month that is reported at an address. */
function monthAt(address: Record<string, unknown>): string | undefined {
  const client = new QueryClient();
  client.setQueryData(reportSheetOptions(3).queryKey, sheet);
  const markup = screenMarkup(
    <ReportScreen search={readReportSearch(address)} onSearch={() => undefined} />,
    client,
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
