import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OfferingView } from '#features/offerings/offerings.contract.ts';
import { InvestDialog } from './invest-dialog.tsx';

const offering: OfferingView = {
  ...{ state: 'open', minimumShares: 100, targetCents: 1_000_000, raisedCents: 0, fundingDays: 60 },
  ...{ minimumOrderShares: 1, mortgageRepaymentCents: 0, deadline: null, closesAt: null },
  ...{ fundedAt: null, refunded: false, hold: null },
};

const router = createRouter({ routeTree: createRootRoute() });

const shown = (minimumOrderShares: number) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient()}>
        <InvestDialog
          propertyId={7}
          known={{
            ...{ id: 7, name: 'Maple Court', location: 'Austin, TX', annualYieldBps: 800 },
            ...{ pricePerShareCents: 10_000, availableShares: 100 },
            offering: { ...offering, minimumOrderShares },
          }}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </RouterContextProvider>,
  );

test('the dialog of a purchase says the fewest shares of an order where it is more than one', () => {
  expect(shown(5)).toContain('The minimum order is 5 shares, or all that remain if they are fewer.');
  expect(shown(1)).not.toContain('The minimum order is');
});
