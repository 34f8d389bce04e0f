import type { ArticleFields } from '../../learn.contract.ts';

export const sellingYourShares: ArticleFields = {
  slug: 'selling-your-shares',
  title: 'Selling your shares',
  summary:
    'You can offer your shares to other investors, at a price you choose within limits. There is no fee, and no guarantee that anyone will buy.',
  category: 'income',
  body: `A building cannot be sold in small pieces on an ordinary market. Shares of it can be sold to other Commonhold investors, on the **resale market**.

## How to sell

1. Open [Sell My Shares](/share-resale) and find the property.
2. Enter how many shares you offer, and the price per share. It can be from {{lowest-resale-price}} to {{highest-resale-price}} of what a share is worth: the offering price, or the newest approved valuation. The form shows the limits.
3. Check what happens and confirm. If someone is already bidding your price or more, you sell to them right away. What is left is listed for all other investors.

Shares in a listing are **reserved**: you still own them and receive their distributions, but you cannot offer them twice. If you cancel the listing, or it expires (after 90 days, unless you choose otherwise), they are free again.

Shares cannot be sold while their offering is still open, or while trading in the property is halted, for example until the day after a large change of its value.

## How a sale happens

A buyer can take all of your shares or some of them. In one step the buyer's money goes to your wallet and the shares go to the buyer. Nobody can end up with neither. The buyer sees you as "User" with four characters, not by name.

**Resale has no fee** for either side. If you sell 5 shares at $104.00, you receive $520.00.

## Which price to ask

Look at what others ask for the same building, at bids and past trades, and at the yield a buyer would get at your price. A share that earns $7.50 a year yields 7.5% to someone who pays $100.00, and 7.2% to someone who pays $104.00.

A price above the offering price can be fair when the building is worth more now. But while the offering itself still has shares, few people will pay you more than it asks.

## Three things to know first

- **There may be no buyer.** A listing is an offer, not a sale. Shares of buildings are hard to sell quickly, especially in bad times. Never invest money that you will need soon.
- **Record dates decide.** If you sell after a quarter has ended, that quarter's distribution is still yours. See [How rent becomes a distribution](/learn/how-rent-becomes-a-distribution).
- **A sale can be taxed.** What counts is the difference between what you received and what the shares cost you, including the processing fee. See [Taxes on distributions and sales](/learn/taxes-on-distributions-and-sales).
`,
};
