import type { ArticleFields } from '../../learn.contract.ts';

export const howCommonholdWorks: ArticleFields = {
  slug: 'how-commonhold-works',
  title: 'How Commonhold works',
  summary:
    'A building is divided into shares. You buy some of them, receive your share of the rent every quarter, and vote on what happens to the building.',
  category: 'basics',
  body: `Most people who want to own real estate have to buy a whole building, usually with a loan, and then look after it. Commonhold divides a building into shares of equal size instead. You choose a building, buy as many shares as you like, and own that part of it together with everyone else who bought.

The name comes from an old idea: a commonhold is a building that its owners hold in common.

## From a building to a share

1. **An owner submits a property.** They state what it is worth, what it earns, and how much of it they want to sell.
2. **We review it.** An admin checks the submission. Only approved properties appear on the marketplace.
3. **It is divided into shares.** Each share has the same price and the same rights. If an owner sells all of a building valued at $500,000 in shares of $100, it has 5,000 shares.
4. **Investors buy.** The bar on each property shows how much of it is sold. Most offerings have a minimum: until it is reached, the money is held in escrow, and if it is not reached in time, every investor gets a full refund. When the last share is sold, the property is fully funded.

## What a share gives you

- **Income.** The building's rent, less its costs, is distributed every quarter in proportion to the shares, once the offering has succeeded. See [How rent becomes a distribution](/learn/how-rent-becomes-a-distribution).
- **A vote.** Decisions about the building are put to its shareholders. One share is one vote. See [How voting works](/learn/how-voting-works).
- **The right to sell.** You can offer your shares to other investors, at a price you choose within limits. See [Selling your shares](/learn/selling-your-shares).
- **Part of the value.** If the building is worth more or less, so are its shares.

## What you do, step by step

1. Create an account. It is free.
2. Add money from your bank to your wallet.
3. Choose a property and how many shares you want. One share is enough, unless the offering has a minimum order.
4. Check the price, the fee and the total, and confirm.

From then on the shares are in your portfolio, and the distributions arrive in your wallet. You can take money out of the wallet at any time, or use it to buy more shares.

## What keeps the books straight

Every dollar and every share on Commonhold is recorded in a ledger in which each entry takes from one account exactly what it gives to another. Entries are added and never changed, so the history of every share can be traced back to the day it was issued. Your wallet shows each movement of your own money and the balance after it.

> Owning a share of a building is an investment that can lose money. Read [What can go wrong](/learn/what-can-go-wrong) before you buy.
`,
};
