import { describe, expect, test } from 'vitest';
import { monthText } from '#kernel/month-text.ts';
import type { Holding, PortfolioOverview } from '../portfolio.contract.ts';
import {
  allocationOf,
  averageYieldBps,
  briefBasisNote,
  changeText,
  escrowText,
  holdingNoticeOf,
  monthReturnText,
  noIncomeText,
  valueBasisNote,
} from './portfolio-figures.ts';

/** Holdings of one share each, worth its price in the offering. */
function portfolio(...held: [valueCents: number, annualYieldBps: number][]): PortfolioOverview {
  const holdings = held.map(
    ([valueCents, annualYieldBps]) =>
      ({
        shares: 1,
        pricePerShareCents: valueCents,
        valueCents,
        annualYieldBps,
        offering: 'funded',
      }) as Holding,
  );
  const totalValueCents = held.reduce((sum, [value]) => sum + value, 0);
  return { totalValueCents, holdings } as PortfolioOverview;
}

describe('figures of a portfolio', () => {
  test('a change has its sign and one decimal, and none when it rounds to nothing', () => {
    expect([820, 0].map(monthReturnText)).toEqual(['+8.2% this month', 'No price change this month']);
    expect([820, -38, 4, -4, 0].map(changeText)).toEqual(['+8.2%', '−0.4%', '0.0%', '0.0%', '0.0%']);
  });

  test('the average yield weighs each holding by its price in the offering, as the income does', () => {
    const { holdings } = portfolio([30_000, 600], [10_000, 1000]);
    expect(averageYieldBps({ holdings })).toBe(700);
    const revalued = holdings.map((held, at) => (at === 1 ? { ...held, valueCents: 90_000 } : held));
    expect(averageYieldBps({ holdings: revalued })).toBe(700);
    expect(averageYieldBps(portfolio())).toBeNull();
  });

  test('shares in escrow earn nothing, and are named', () => {
    const { holdings } = portfolio([30_000, 600], [50_000, 1000]);
    const one = { holdings: holdings.map((held, at) => (at === 1 ? { ...held, offering: 'open' } : held)) };
    expect(averageYieldBps(one as PortfolioOverview)).toBe(600);
    expect(escrowText(one as PortfolioOverview)).toBe(', without $500 in escrow that pays nothing yet');
    expect(escrowText(portfolio([30_000, 600]))).toBe('');
    expect(noIncomeText(one as PortfolioOverview)).toBeNull();
    const none = { holdings: one.holdings.slice(1) } as PortfolioOverview;
    expect(noIncomeText(none)).toBe('Nothing yet: your $500 is in escrow');
    expect(noIncomeText(portfolio())).toBeNull();
  });

  test('the value names its basis, also in a few words', () => {
    const held = (...bases: Holding['value']['basis'][]) =>
      ({ holdings: bases.map((basis) => ({ value: { basis } })) }) as PortfolioOverview;
    expect(valueBasisNote(held('offering_price'))).toBe('At the offering price of each share');
    expect(valueBasisNote(held('purchase', 'appraisal'))).toBe(
      'At the latest approved valuation of each property',
    );
    expect(valueBasisNote(held('offering_price', 'appraisal'))).toBe(
      'At the latest approved valuation, or at the offering price while an offering is open',
    );
    expect(briefBasisNote(held('offering_price'))).toBe('At offering price');
    expect(briefBasisNote(held('purchase', 'appraisal'))).toBe('At the latest valuation');
    expect(briefBasisNote(held('offering_price', 'appraisal'))).toBe('At valuation or offering price');
  });

  test('an allocation adds up, the largest first, with the smallest together where there are many', () => {
    const holdings = Array.from(
      { length: 9 },
      (_, index) =>
        ({
          name: `House ${index}`,
          location: index < 5 ? 'Austin' : 'Boise',
          valueCents: 100 + index,
        }) as Holding,
    );
    const byName = allocationOf(holdings, ({ name }) => name);
    expect(byName.map(({ group }) => group).slice(0, 2)).toEqual(['House 8', 'House 7']);
    expect(byName.at(-1)).toMatchObject({ group: '3 others', valueCents: 303 });
    expect(byName.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(1);
    expect(allocationOf(holdings, ({ location }) => location)).toMatchObject([
      { group: 'Austin', valueCents: 510 },
      { group: 'Boise', valueCents: 426 },
    ]);
    expect(allocationOf([], ({ name }) => name)).toEqual([]);
  });

  test('a month reads the same in every time zone', () => {
    expect(monthText('2026-11')).toBe('Nov 2026');
    expect(monthText('2026-01-01')).toBe('Jan 2026');
  });

  test('holders of a rejected property keep their shares only when its offering is over', () => {
    const notice = (status: Holding['status'], offering: Holding['offering']) =>
      holdingNoticeOf({ status, offering, statusReason: 'The roof.' });
    expect(notice('approved', 'funded')).toBeNull();
    expect(notice('rejected', 'funded')?.text).toMatch(/^You keep your shares\..* Reason: The roof\.$/);
    expect(notice('approved', 'open')).toMatchObject({ title: 'In escrow' });
    for (const status of ['pending', 'rejected'] as const) {
      expect(notice(status, 'open')?.text).toContain('If it is rejected, you get it all back');
      expect(notice(status, 'failed')?.text).toContain('is on its way back');
    }
  });
});
