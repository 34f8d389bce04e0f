import type { ArticleFields } from '../../learn.contract.ts';

export const glossary: ArticleFields = {
  slug: 'glossary',
  title: 'Glossary',
  summary: 'The words you meet on Commonhold, each explained in a sentence or two.',
  category: 'glossary',
  body: `## Shares and offerings

**Share.** One of the equal parts into which a property is divided. It carries an equal part of the income, the value and the votes.

**Offering.** The first sale of a property's shares, on the marketplace, at the price set when it was approved.

**Primary market.** Where you buy from the offering. A processing fee of 2.5% is added.

**Minimum of an offering.** How many shares must be sold by the deadline. If fewer are sold, every investor gets a full refund.

**Escrow.** Where the money of a purchase is held until the offering succeeds or fails. The owner cannot touch it.

**Cancellation.** Taking back a purchase within 48 hours, while its offering is open.

**Funded percent.** The part of a property's shares that is sold.

**Minimum order.** The fewest shares of one purchase: one, unless the owner asks for more. You can buy fewer only if you buy all that remain.

**Resale market.** Where investors sell shares to each other. There is no fee.

**Listing.** Shares that someone offers for resale. They are reserved until they are sold or the listing is canceled.

**Bid.** An offer to buy shares on the resale market, up to a price. The money for it is reserved until it is filled or canceled.

## Value and income

**Valuation.** What a whole property is said to be worth on a day, according to a document.

**Annual yield.** The expected income of a year as a percentage of the price, before the management fee.

**Net operating income.** Rent and other income, less the costs of running the building.

**Cap rate.** Net operating income of a year, divided by the valuation.

**Distribution.** The part of a quarter's income that is paid to shareholders, on the 15th of the month after the quarter.

**Gross and net distribution.** Before and after the management fee of 1.5%.

**Reserve.** Money that a property sets aside for later repairs.

**Occupancy.** The part of the rent that came in. The rest was lost to empty units and unpaid rent.

**Reinvestment.** Buying more shares with a distribution instead of taking it out.

## Dates and decisions

**Record date.** The moment that decides who is counted. For a distribution it is the end of the quarter; for a vote, the moment the proposal was created.

**Proposal.** A decision that is put to the shareholders of a property.

**Quorum.** The share of votes that must be cast for a decision to count: 20%.

**Abstain.** To vote for neither side. It counts toward the quorum.

## Money and taxes

**Wallet.** Your money on Commonhold that is not invested.

**Available cash.** What is in the wallet and not reserved for anything.

**Processing fee.** 2.5% of the price, added when you buy on the primary market.

**Management fee.** 1.5%, taken from each gross distribution.

**Cost basis.** What your shares cost you, fee included. It determines your gain or loss when you sell.

**Lot.** The shares of one purchase, with their own cost and date.

**Capital gain.** What you received for shares, less their cost basis.

**Liquidity.** How quickly something can be turned into cash. Shares of buildings have little of it.

**Ledger.** The record of every movement of money and shares. Entries are added, never changed.
`,
};
