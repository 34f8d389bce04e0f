import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { screenMarkup } from '#tests/support/screen-markup.tsx';
import { PropertyFacts } from './property-facts.tsx';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => vi.unstubAllGlobals());

const property = {
  ...{ id: 7, name: 'Maple Court', location: 'Austin, TX', latitude: null, longitude: null },
  ...{ valuationCents: 1_000_000, debtCents: 0, value: { effectiveOn: null } },
} as PropertyDetail;

function shown(seesEntries: boolean): string {
  const client = new QueryClient();
  const payment = {
    ...{ id: '7-2026-Q3', quarter: '2026-Q3', date: '2026-10-15T00:00:00.000Z', status: 'Paid' as const },
    ...{ totalCents: 100_000, perShare: '1.0000', monthlyRentCents: 50_000, viewerCents: null, seesEntries },
  };
  client.setQueryData(trpc.distributions.ofProperty.queryKey({ propertyId: 7, limit: 2 }), {
    items: [payment],
    nextCursor: null,
  });
  return screenMarkup(<PropertyFacts property={property} />, client);
}

test('the last payment leads to its receipts for those who can open them, and to the statement for others', () => {
  expect(shown(true)).toContain('See the statement and receipts');
  expect(shown(false)).not.toContain('receipts');
  expect(shown(false)).toContain('See the statement');
});
