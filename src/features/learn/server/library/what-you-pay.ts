import type { ArticleFields } from '../../learn.contract.ts';

export const whatYouPay: ArticleFields = {
  slug: 'what-you-pay',
  title: 'What you pay, and when',
  summary:
    'There are two fees: 2.5% when you buy from the marketplace and 1.5% of each distribution. Here is what they cost over time.',
  category: 'fees',
  body: `Commonhold has two fees. Each is shown before or with the payment it belongs to.

| What | How much | When |
|---|---|---|
| Processing fee | 2.5% of the price | On top, when you buy shares on the marketplace |
| Management fee | 1.5% of the gross distribution | Taken from each quarterly distribution |

Everything else costs nothing: opening an account, adding money, withdrawing it, holding shares, voting, and **buying or selling on the resale market**.

## The processing fee

You pay it once, for each purchase of new shares. Ten shares at $100.00 cost $1,000.00, the fee is $25.00, and the total is $1,025.00. You see all three before you confirm. Fees are rounded to the nearest cent, half a cent up. If you cancel the purchase in time, or its offering fails, the fee is refunded too.

The fee is part of what the shares cost you. That matters when you sell; see [Taxes on distributions and sales](/learn/taxes-on-distributions-and-sales).

## The management fee

It pays for running the building's accounts, collecting the rent and paying the distributions. It is a part of the income, not of the value: in a quarter without a distribution there is no fee.

If your share of a distribution is $18.75 before the fee, the fee is $0.28 and you receive $18.47. The statement of each distribution shows the fee beside the building's other costs.

## What fees cost over the years

Suppose you buy ten shares for $100.00 each, the building yields 7.5% a year, and the price of the shares does not change.

| | Over 1 year | Over 5 years | Over 10 years |
|---|---|---|---|
| Distributions before the fee | $75.00 | $375.00 | $750.00 |
| Management fee | $1.12 | $5.60 | $11.20 |
| Processing fee, paid once | $25.00 | $25.00 | $25.00 |
| Left for you | $48.88 | $344.40 | $713.80 |

The one-time fee weighs most when you hold for a short time: here it is about four months of distributions. Over ten years it is a small part of the whole. Shares of a building are for people who can wait.

You can try your own figures in the [returns calculator](/learn/returns-calculator).

## What the seller of a building pays

This article is about investors. What an owner receives and pays is shown when a property is submitted.
`,
};
