import type { ArticleFields } from '../../learn.contract.ts';

export const taxesOnDistributionsAndSales: ArticleFields = {
  slug: 'taxes-on-distributions-and-sales',
  title: 'Taxes on distributions and sales',
  summary: 'What is usually taxed in the United States, which figures you need, and where to find them.',
  category: 'taxes',
  body: `> This is general information for people who pay taxes in the United States. It is not tax advice. Rules differ from state to state and change from year to year. Ask someone who knows your situation.

There are two moments at which shares of a building can lead to tax: when you are paid, and when you sell.

## Distributions

Distributions are income of the year **in which they are paid**. What is paid on January 15 belongs to the new year, although the rent was collected in the old one. It makes no difference whether you withdraw the money or buy more shares with it.

What you report is what you received, and the statements show the fee and the costs that were taken off before. Whether a part of it may be set off, for example for the wear of the building, depends on how the property is held and on your own situation.

## Sales

When you sell shares for more than they have cost you, the difference is a **capital gain**. When you sell for less, it is a **capital loss**, which can usually be set off against gains.

- **What you received** is the price. Resale has no fee.
- **What they have cost you**, the *cost basis*, is the price you paid **plus the processing fee**.
- **How long you held them** decides between short-term and long-term. More than one year is long-term and is usually taxed lower.

### An example

You bought 10 shares for $1,000.00 and paid a fee of $25.00. Two years later you sell 4 of them at $110.00.

| | |
|---|---|
| Received for 4 shares | $440.00 |
| Cost basis, 4 of 10 shares of $1,025.00 | $410.00 |
| **Long-term gain** | **$30.00** |

If you bought shares of the same building at different times, each purchase is a *lot* of its own, with its own cost and date. Usually the oldest lot is sold first; this is called first in, first out.

## What to keep

- The history in [your wallet](/wallet), which has every purchase, fee, distribution and sale with its date.
- The statement of each distribution.
- Notes on anything that happened outside Commonhold, such as shares you inherited.

## Good habits

1. Put a part of every distribution aside for taxes.
2. Before you sell in December, look at how long you have held the shares. A few weeks can matter.
3. Do not let taxes alone decide. A sale that is right stays right after tax.
`,
};
