import { expect, test } from 'vitest';
import { alertSettings } from '../watchlist.contract.ts';
import { DEFAULT_ALERTS } from '../watchlist.rules.ts';
import { draftOf, settingsOf } from './alert-fields.tsx';

test('alerts can be saved whatever was typed for a kind that is off', () => {
  const cleared = { pricePercent: '', yieldPoints: 'x', fundedPercent: '0' };
  const off = { price: false, yield: false, funding: false };
  const settings = settingsOf({ ...draftOf(DEFAULT_ALERTS), ...cleared, ...off }, DEFAULT_ALERTS);
  expect(alertSettings.parse(settings)).toEqual({ ...DEFAULT_ALERTS, ...off });
});

test.each(['0.123', '0.05', '11', '1,5'])(
  'a change of the yield by %s points is refused, and not rounded',
  (yieldPoints) => {
    const settings = settingsOf({ ...draftOf(DEFAULT_ALERTS), yield: true, yieldPoints }, DEFAULT_ALERTS);
    expect(alertSettings.safeParse(settings).error?.issues).toMatchObject([{ path: ['yieldBps'] }]);
  },
);
