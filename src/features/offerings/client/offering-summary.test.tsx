import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OfferingView } from '../offerings.contract.ts';
import { OfferingSummary } from './offering-summary.tsx';

const offering: OfferingView = {
  ...{ state: 'open', minimumShares: 100, targetCents: 1_000_000, raisedCents: 0, fundingDays: 60 },
  ...{ minimumOrderShares: 1, mortgageRepaymentCents: 0, deadline: null, closesAt: null },
  ...{ fundedAt: null, refunded: false, hold: null },
};

const shown = (changed: Partial<OfferingView>, rejected: boolean) =>
  renderToStaticMarkup(<OfferingSummary offering={{ ...offering, ...changed }} rejected={rejected} />);

test('a rejected property does not wait for approval, but says what became of money that was raised', () => {
  expect(shown({}, false)).toContain('Waiting for approval');
  expect(shown({}, true)).toBe('');
  expect(shown({ state: 'funded', minimumShares: 0 }, true)).toBe('');
  expect(shown({ state: 'failed', refunded: true }, true)).toContain('Every investor got a full refund');
});
