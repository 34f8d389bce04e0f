import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { OfferingView } from '#features/offerings/offerings.contract.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { screenMarkup } from '#tests/support/screen-markup.tsx';
import { InvestDialog } from './invest-dialog.tsx';

const offering: OfferingView = {
  ...{ state: 'open', minimumShares: 100, targetCents: 1_000_000, raisedCents: 0, fundingDays: 60 },
  ...{ minimumOrderShares: 1, mortgageRepaymentCents: 0, deadline: null, closesAt: null },
  ...{ fundedAt: null, refunded: false, hold: null },
};

const property = {
  ...{ id: 7, name: 'Maple Court', location: 'Austin, TX', annualYieldBps: 800 },
  ...{ pricePerShareCents: 10_000, availableShares: 100 },
};

const shown = (minimumOrderShares: number, client = new QueryClient()) =>
  screenMarkup(
    <InvestDialog
      propertyId={7}
      known={{ ...property, offering: { ...offering, minimumOrderShares } }}
      onClose={() => undefined}
    />,
    client,
  );

test('the dialog of a purchase says the fewest shares of an order where it is more than one', () => {
  expect(shown(5)).toContain('The minimum order is 5 shares, or all that remain if they are fewer.');
  expect(shown(1)).not.toContain('The minimum order is');
});

test('the button that pays is disabled until the dialog has all that it shows of the buyer and the property', () => {
  const client = new QueryClient();
  const isDisabled = () => /<button[^>]*disabled=""[^>]*>Buy 1 share for/.test(shown(1, client));
  const answers: [readonly unknown[], object][] = [
    [trpc.investing.limits.queryKey(), { kycRequired: false, reservedCents: 0, monthly: null, annual: null }],
    [trpc.wallet.overview.queryKey(), { availableCents: 500_000 }],
    [trpc.properties.detail.queryKey({ id: 7 }), { ...property, status: 'approved', offering }],
  ];
  for (const [queryKey, data] of answers) {
    expect(isDisabled()).toBe(true);
    client.setQueryData(queryKey, data);
  }
  expect(isDisabled()).toBe(false);
});
