import type { ArticleFields } from '../../learn.contract.ts';

export const spreadingYourMoney: ArticleFields = {
  slug: 'spreading-your-money',
  title: 'Spreading your money',
  summary: 'Why ten buildings are safer than one, and where diversification stops helping.',
  category: 'risks',
  body: `Someone who buys one apartment depends on one tenant, one roof and one street. Someone who holds shares of ten buildings depends much less on any one of them. This is called diversification, and it is the one protection in investing that costs almost nothing.

## What to spread over

- **Places.** A flood, a new highway or a plant closing hits one town and not the next.
- **Types.** Homes, shops and warehouses suffer from different things. People always need homes; shops depend on the economy, and warehouses on trade.
- **Tenants.** Twenty small leases are steadier than a single large one.
- **Time.** If you buy a little every month, you pay some high prices and some low ones instead of one that may be the highest.

## How shares help

Where one share is enough, $1,000 can be divided among ten buildings at $100 each, plus the fee. The fee is a percentage, so ten small purchases cost the same as one large one.

Your portfolio shows how much of your money is in each property, type and place. If one property is more than a quarter of the whole, ask yourself whether you meant it to be.

## Where it stops helping

Spreading protects against what happens to *one* building. It does not protect against what happens to all of them. When interest rates rise or people move away from the cities, most buildings lose value together. For the same reason, real estate should be only a part of what you own.

Do not buy a building that you do not understand because it is the tenth. Four that you have read about are better than ten that you have not.

## A simple plan

1. Decide how much of your savings may be in real estate at all.
2. Divide it by the number of buildings you want, say eight.
3. Buy one after the other, over a year, in different places and of different types.
4. Once a year, look at the parts and put new money where you have the least.
`,
};
