import type { ArticleFields } from '../../learn.contract.ts';

export const taxesOnDistributionsAndSales: ArticleFields = {
  slug: 'taxes-on-distributions-and-sales',
  title: 'Taxes on distributions and sales',
  summary: 'What is usually taxed in the United States, which figures you need, and where to find them.',
  category: 'taxes',
  body: `> This is general information for people who pay taxes in the United States. It is not tax advice. Rules differ from state to state and change from year to year. Ask a tax professional who knows your situation.

Shares of a building can lead to tax at two moments: when you are paid, and when you sell.

## Distributions

Distributions are income in the year **in which they are paid**. What is paid on January 15 belongs to the new year, even though the rent was collected in the old one. It makes no difference whether you withdraw the money or buy more shares with it.

After the end of the year, your tax summary shows how each property's distributions are treated for tax purposes. Some of it can be a **return of capital**: it is usually not taxed when you are paid, and lowers your cost basis instead, so it shows up as a larger gain when you sell.

## Sales

When you sell shares for more than they cost you, the difference is a **capital gain**. When you sell for less, it is a **capital loss**, which can usually offset gains.

- **What you received** is the price. Resale has no fee.
- **What they cost you**, the *cost basis*, is the price you paid **plus the processing fee**, less any return of capital.
- **How long you held them** decides between short-term and long-term. More than one year is long-term and is usually taxed at a lower rate.

If you sell at a loss and buy shares of the same building within 30 days before or after, it is a **wash sale**: the loss does not count now and is added to the cost of the new shares instead. Your reports take care of this.

### An example

You bought 10 shares for $1,000.00 and paid a fee of $25.00. Two years later you sell 4 of them at $110.00.

| | |
|---|---|
| Received for 4 shares | $440.00 |
| Cost basis, 4 of 10 shares of $1,025.00 | $410.00 |
| **Long-term gain** | **$30.00** |

If you bought shares of the same building at different times, each purchase is a *lot* of its own, with its own cost and date. The oldest lot is sold first (first in, first out), unless you choose other lots when you sell.

## What to keep

Commonhold keeps most of it for you:

- [Reports](/reports) has your lots, capital gains and monthly statements.
- The [Document Center](/documents) has a tax summary for each year.
- The statement of each distribution is on the property's page.
- The [transaction history](/transaction-history) has every purchase, fee, distribution and sale with its date.

## Good habits

1. Set part of every distribution aside for taxes.
2. Before you sell in December, look at how long you have held the shares. A few weeks can matter.
3. Do not let taxes alone decide. A good sale is still good after tax.
`,
};
