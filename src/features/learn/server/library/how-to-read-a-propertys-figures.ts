import type { ArticleFields } from '../../learn.contract.ts';

export const howToReadAPropertysFigures: ArticleFields = {
  slug: 'how-to-read-a-propertys-figures',
  title: 'How to read a property’s figures',
  summary:
    'Yield, cap rate, valuation, equity, funded percent: what each number says, and what it leaves out.',
  category: 'income',
  body: `Every property page shows the same set of figures, so that buildings can be compared. This is what they mean.

## Share price and valuation

The **valuation** is what the whole building is said to be worth. The **share price** is the price of one share in the offering. On the resale market other investors set the price, so it can be higher or lower there.

*Ask yourself:* what do similar buildings nearby sell for? A valuation is an opinion until someone pays that price.

## Annual yield

The yield is a year's income as a percentage of the price. A $100 share with a yield of 7.5% is expected to earn $7.50 a year, before the management fee.

The projected monthly income in your portfolio comes from the same figure: shares times price times yield, divided by twelve. It is an average for planning, and counts only shares of offerings that have succeeded. You are paid quarterly, based on what the building actually earned.

*Ask yourself:* is a high yield a bargain, or the price of a risk? Buildings in poor repair, with short leases or in shrinking towns have high yields for a reason.

## Cap rate

The capitalization rate is the net operating income of a year divided by the valuation. Net operating income is the rent less the running costs, before anything is put aside. Until rent is reported, it is the income that a document confirmed at approval, or the expected yield; the page says which. Cap rates let you compare buildings of different sizes and prices.

## Funded percent and equity

**Funded percent** is the part of the shares that is sold. **Equity offered** is the value of what the owner sells, which can be less than the whole building. An owner who keeps a large part shares your interest in the building's future.

## Reported income

Once a building has reported rent, the page shows what it took in and spent, line by line. This is the most useful part of the page. Look for:

- **Occupancy.** How much of the rent came in?
- **Maintenance.** Spending nothing on an old building is not a saving. It is a bill that comes later.
- **The reserve.** Is anything set aside?
- **One large tenant.** If one lease pays most of the rent, its end matters more than any average.

## Badges

Badges describe the offering. They do not judge its quality.

- **New**: recently added. It shows for 14 days after the approval.
- **Trending**: more than 80% sold.
- **Premium**: a yield above 8%.
- **Fully Funded**: every share is sold.
`,
};
