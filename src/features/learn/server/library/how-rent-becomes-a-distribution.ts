import type { ArticleFields } from '../../learn.contract.ts';

export const howRentBecomesADistribution: ArticleFields = {
  slug: 'how-rent-becomes-a-distribution',
  title: 'How rent becomes a distribution',
  summary:
    'Rent is collected every month and distributed every quarter. How a dollar gets from the tenant to your wallet.',
  category: 'income',
  body: `## The calendar

Rent comes in every month, and the owner of a building reports it every month together with the costs. Distributions are paid every quarter, on the **15th of the month after the quarter**:

| Quarter | Paid on |
|---|---|
| January to March | April 15 |
| April to June | July 15 |
| July to September | October 15 |
| October to December | January 15 |

The two weeks in between are for collecting the last reports and for an admin to check the statement.

## From gross to net

A quarter's statement starts with the rent and subtracts what the building needed:

1. **Rent and other income**, less vacancy and unpaid rent.
2. **Costs**: property taxes, insurance, maintenance, utilities, local management.
3. **The reserve.** Some money is set aside for the next roof or boiler.
4. **The owner's share.** Shares that are not sold, and the part of the building that was never offered, are the owner's, and so is their part of the income.
5. What is left is the **gross distribution**.
6. The **management fee** of 1.5% is taken from it. The rest is paid to shareholders.

If a building spent more than it earned, nothing is distributed, and the deficit is carried into the next quarter.

## Who is paid: the record date

A quarter's distribution goes to those who hold shares on its **record date**, the end of the quarter. If you buy after it, you wait for the next one. If you sell after it, you are still paid for the quarter that has ended.

A quarter that ends while the offering is still open belongs to the owner, and so does its loss: its shares are not final yet, and their money is in escrow.

You get your shares divided by all shares that investors hold. Amounts are rounded so that they add up to the total exactly: each one is rounded down, and the cents that remain go to those who lost the most to rounding.

## An example

All 5,000 shares of a building are sold, the owner keeps nothing, and you hold 10 of them. In the quarter it took in $18,000.00 and spent $6,000.00, and $2,625.00 went into the reserve.

| | |
|---|---|
| Gross distribution of the building | $9,375.00 |
| Management fee, 1.5% | $140.63 |
| Paid to all shareholders | $9,234.37 |
| **Your share, 10 of 5,000** | **$18.47** |

The money arrives in your wallet, and you are notified.

## Why the amounts change

The yield on a property's page is an estimate for a year. Real quarters differ: insurance is due once a year, a unit is empty for a month, an elevator needs a repair. Look at several quarters before you judge a building.
`,
};
