import type { ArticleFields } from '../../learn.contract.ts';

export const howRentBecomesADistribution: ArticleFields = {
  slug: 'how-rent-becomes-a-distribution',
  title: 'How rent becomes a distribution',
  summary:
    'Rent is collected every month and distributed every quarter. This is the way of a dollar from the tenant to your wallet.',
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

The statement of a quarter begins with the rent and takes away what the building needed:

1. **Rent and other income**, less what was lost to empty rooms.
2. **Costs**: property taxes, insurance, maintenance, utilities, local management.
3. **The reserve.** A part is put aside for the next roof or boiler.
4. What is left is the **gross distribution**.
5. The **management fee** of 1.5% is taken from it. The rest is paid out.

If a building spent more than it earned, nothing is distributed, and the gap is carried into the next quarter.

## Who is paid: the record date

A quarter's distribution goes to those who hold shares on its **record date**, the end of the quarter. Whoever buys after it waits for the next one. Whoever sells after it is still paid for the quarter that has ended.

Your share is your shares divided by all shares. Fractions of a cent are distributed so that the amounts add up to the total exactly: each amount is rounded down, and the cents that remain go to those whose rounded-off parts were the largest.

## An example

You hold 10 of a building's 5,000 shares. In the quarter it took in $18,000.00 and spent $6,000.00, and $2,625.00 went into the reserve.

| | |
|---|---|
| Gross distribution of the building | $9,375.00 |
| Management fee, 1.5% | $140.63 |
| Paid to all holders | $9,234.37 |
| **Your share, 10 of 5,000** | **$18.47** |

The money arrives in your wallet, and you are notified.

## Why the amounts change

The yield that you see on a property is an estimate for a year. Real quarters differ: insurance is paid once a year, a flat stands empty for a month, a lift needs a repair. Look at several quarters before you judge a building.
`,
};
