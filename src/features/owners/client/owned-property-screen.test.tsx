import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { trpc } from '#platform/browser/trpc.ts';
import { screenMarkup } from '#tests/support/screen-markup.tsx';
import type { OwnedPropertyDetail } from '../owners.contract.ts';
import { OwnedPropertyScreen } from './owned-property-screen.tsx';
import { ownedPropertyOptions } from './owner-queries.ts';

const offering: OwnedPropertyDetail['offering'] = {
  ...{ state: 'open', minimumShares: 100, targetCents: 1_000_000, raisedCents: 0, fundingDays: 60 },
  ...{ minimumOrderShares: 1, mortgageRepaymentCents: 0, deadline: null, closesAt: null },
  ...{ fundedAt: null, refunded: false, hold: null },
};

const property: OwnedPropertyDetail = {
  ...{ id: 7, name: 'Maple Court', location: 'Austin, TX', status: 'Pending', statusReason: null },
  ...{ totalValuationCents: 1_000_000, equityOfferedCents: 1_000_000, equitySoldCents: 0 },
  ...{ monthlyYieldCents: 6_000, lastMonthIncomeCents: null, capRateBps: 700, capRateBasis: 'yield' },
  ...{ investorCount: 0, monthsDue: 0, heldCents: 0, expectedCents: 0, openVotes: 0, votes: [] },
  ...{ pricePerShareCents: 10_000, totalShares: 100, availableShares: 100, annualYieldBps: 700 },
  ...{ lastMonth: '2026-10', offering, dueMonths: [], rentAccountCents: 0, payableCents: 0 },
};

function shown(changed: Partial<OwnedPropertyDetail>) {
  const client = new QueryClient();
  client.setQueryData(ownedPropertyOptions(7).queryKey, { ...property, ...changed });
  const markup = screenMarkup(<OwnedPropertyScreen idText="7" />, client);
  const asksForFunding =
    client.getQueryState(trpc.properties.funding.queryKey({ propertyId: 7 })) !== undefined;
  return { markup, asksForFunding };
}

test('a month is only called unreported where it can be reported', () => {
  expect(shown({}).markup).not.toContain('Not reported');
  expect(shown({ monthsDue: 1, dueMonths: ['2026-10'] }).markup).toContain('Not reported');
});

test('the funding of a property is drawn once a share of it is sold, and what it waits for is written before', () => {
  expect(shown({}).asksForFunding).toBe(false);
  expect(shown({}).markup).toContain('Waiting for approval');
  expect(shown({ equitySoldCents: 10_000 }).asksForFunding).toBe(true);
});
