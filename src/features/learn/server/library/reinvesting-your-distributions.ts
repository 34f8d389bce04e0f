import type { ArticleFields } from '../../learn.contract.ts';

export const reinvestingYourDistributions: ArticleFields = {
  slug: 'reinvesting-your-distributions',
  title: 'Reinvesting your distributions',
  summary: 'Income that buys more shares earns income of its own. What that brings, and what it costs.',
  category: 'income',
  body: `Each quarter you can take your distribution out, leave it in the wallet, or buy more shares with it. The third option is called compounding: this year's income earns income next year.

## What it brings

Suppose you hold 100 shares at $100.00 that yield 7.5% a year, before the management fee of 1.5%, and the price does not change. Taken out, the distributions add up evenly, to a little under $740 a year. If you buy shares with them instead, the number of your shares grows by about seven in the first year, and by more in each year after, because the new shares earn distributions too.

The difference is small in the first years and large in the later ones. This is true of every investment that pays income, and it is why time matters more than timing.

The [returns calculator](/learn/returns-calculator) shows both for your own figures.

## What it costs

- **The processing fee.** New shares on the marketplace cost 2.5% on top, even when you pay for them with a distribution. Shares on the resale market carry no fee.
- **Whole shares only.** You cannot buy part of a share. What is left over stays in your wallet until it is enough.
- **Taxes.** A distribution is usually taxed in the year in which it is paid, whether you take it out or reinvest it. Set enough aside.

## Reinvesting is not always right

Buying more of the same building makes your investment larger and less diversified. You may do better by reinvesting in another building, in another town, of another type. See [Spreading your money](/learn/spreading-your-money).

And if you live on the income, take it. That is what it is for.
`,
};
