import type { ArticleFields } from '../../learn.contract.ts';

export const reinvestingYourDistributions: ArticleFields = {
  slug: 'reinvesting-your-distributions',
  title: 'Reinvesting your distributions',
  summary: 'Income that buys more shares earns income of its own. What that brings, and what it costs.',
  category: 'income',
  body: `Each quarter you can take your distribution out, leave it in the wallet, or buy more shares with it. The third way is called compounding: the income of this year earns income next year.

## What it brings

Suppose you hold 100 shares at $100.00 that yield 7.5% a year, before the management fee of 1.5%, and the price does not change. Taken out, the distributions add up evenly, to a little under $740 a year. If you buy shares with them instead, the number of your shares grows by about seven in the first year, and by more in each year after, because the new shares are paid as well.

The difference is small in the first years and large in the later ones. This is true of every investment that pays income, and it is why time matters more than timing.

The [returns calculator](/learn/returns-calculator) draws both ways for your own figures.

## What it costs

- **The processing fee.** New shares on the marketplace cost 2.5% on top, also when you pay for them with a distribution. Shares on the resale market carry no fee.
- **Whole shares only.** You cannot buy a part of a share. What is left over stays in your wallet until it is enough.
- **Taxes.** A distribution is usually taxed in the year in which it is paid, whether you take it out or reinvest it. Keep enough aside.

## Reinvesting is not always right

Buying more of the same building makes your investment larger and less spread. You may do better by reinvesting into another building, in another town, of another type. [Spreading your money](/learn/spreading-your-money) says more about that.

And if you live on the income, take it. That is what it is for.
`,
};
