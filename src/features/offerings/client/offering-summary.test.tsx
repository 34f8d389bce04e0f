import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OfferingView } from '../offerings.contract.ts';
import { OfferingSummary, raisedText } from './offering-summary.tsx';

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

test.each([
  [999_900, 100, '$9,999 of at least $10,000'],
  [1_000_000, 100, '$10,000; the minimum was $10,000'],
  [1_000_000, 0, '$10,000, no minimum'],
])('%i cents raised with a minimum of %i shares read as %j', (raisedCents, minimumShares, text) => {
  expect(raisedText({ ...offering, raisedCents, minimumShares })).toBe(text);
});

test.each([
  ['open', 100, 'The minimum is reached. The owner is paid on', 'The money stays in escrow'],
  ['funded', 100, 'the owner has been paid', 'This offering is past its minimum, so purchases are final.'],
  [
    'funded',
    0,
    'its money goes to the owner within the hour',
    'This offering has no minimum, so purchases are final.',
  ],
] as const)('an offering that is %s above %i shares pays its owner, but not on hold', (...row) => {
  const [state, minimumShares, paying, waiting] = row;
  const soon = '2030-01-02T10:00:00Z';
  const reached = { state, minimumShares, raisedCents: 1_000_000, deadline: soon, closesAt: soon };
  expect(shown(reached, false)).toContain(paying);
  const held = shown({ ...reached, hold: { since: '2029-12-30T10:00:00Z', reason: null } }, false);
  expect(held).not.toContain(paying);
  expect(held).toContain(waiting);
  expect(held).toContain('Payout on hold since');
});
