import { expect, test } from 'vitest';
import type { OrderReceipt } from '../resale.contract.ts';
import { bidToast, waitingText } from './bid-texts.ts';

const receipt: OrderReceipt = {
  ...{ id: '1', propertyId: 1, propertyName: 'Maple Court', expiresAt: '2027-01-31T00:00:00.000Z' },
  ...{ shares: 3, pricePerShareCents: 9_600, sharesTraded: 0, tradedCents: 0, sharesLeft: 3, status: 'open' },
};

test('a bid that waits says what is reserved for it', () => {
  expect(waitingText(receipt)).toBe(
    'Your bid for 3 shares of Maple Court at $96.00 is open. $288.00 is reserved for it.',
  );
});

test('of a bid that traded in part, only the rest waits', () => {
  const partly = { ...receipt, sharesTraded: 2, tradedCents: 18_000, sharesLeft: 1 };
  expect(bidToast(partly).description).toBe(
    "You've purchased 2 shares of Maple Court for $180.00. The rest of your bid, for 1 share of Maple Court at $96.00, is open. $96.00 is reserved for it.",
  );
  expect(waitingText({ ...partly, sharesLeft: 0 })).toBe('');
});
