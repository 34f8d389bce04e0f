import type { ArticleFields } from '../../learn.contract.ts';

export const sellingYourShares: ArticleFields = {
  slug: 'selling-your-shares',
  title: 'Selling your shares',
  summary:
    'You can offer shares to other investors at any time and at any price. There is no fee, and no promise that someone buys.',
  category: 'income',
  body: `A building cannot be sold in small pieces on an ordinary market. Shares of it can be sold to other investors of Commonhold, on the **resale market**.

## How to sell

1. Open **Sell My Shares** and find the property.
2. Say how many shares you offer and the price of one. The price may be anything from one cent upwards.
3. Confirm. Your listing is visible to all other investors right away.

Shares in a listing are **reserved**: you still own them and are paid for them, but you cannot offer them twice. If you cancel the listing, they are free again.

## How a sale happens

A buyer may take all of your shares or some of them. In one step the buyer's money goes to your wallet and the shares go to the buyer. Nobody can be left with neither. The buyer sees you as "User" with four characters of your id, and not by name.

**Resale has no fee**, for neither side. If you sell 5 shares at $104.00, you receive $520.00.

## Which price to ask

Look at what others ask for the same building, at the prices of past trades, and at the yield a buyer would get at your price. A share that earns $7.50 a year yields 7.5% to someone who pays $100.00, and 7.2% to someone who pays $104.00.

A price above the offering price can be fair when the building is worth more by now. While the offering itself still has shares, though, few people will pay you more than it asks.

## Three things to know first

- **There may be no buyer.** A listing is an offer, not a sale. Shares of buildings are hard to sell quickly, above all in bad times. Never invest money that you will need soon.
- **The record dates stay.** If you sell after a quarter has ended, that quarter's distribution is still yours. See [How rent becomes a distribution](/learn/how-rent-becomes-a-distribution).
- **A sale can be taxed.** What counts is the difference between what you received and what the shares have cost you, including the processing fee. See [Taxes on distributions and sales](/learn/taxes-on-distributions-and-sales).
`,
};
