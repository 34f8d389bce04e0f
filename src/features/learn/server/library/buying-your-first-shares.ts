import type { ArticleFields } from '../../learn.contract.ts';

export const buyingYourFirstShares: ArticleFields = {
  slug: 'buying-your-first-shares',
  title: 'Buying your first shares',
  summary:
    'What happens between choosing a property and seeing it in your portfolio, with the exact amounts.',
  category: 'basics',
  body: `You need two things to buy: money in your wallet and a property that still has shares to sell.

## Add money

Open [your wallet](/wallet) and choose **Deposit**. Deposits of up to $1,000 are normally available right away. Larger ones are marked as pending until your bank has confirmed them. Money in your wallet is yours; you can withdraw it whenever you like.

## Choose a property

The [marketplace](/investor-marketplace) lists every property that is open for investment. You can narrow it by type, location, yield and by how much of it is still for sale. Look beyond the yield: [How to read a property's figures](/learn/how-to-read-a-propertys-figures) explains what the numbers on each page mean.

## Confirm

Say how many shares you want. Before you confirm, the dialog shows every part of what you pay:

| | |
|---|---|
| 10 shares at $100.00 | $1,000.00 |
| Processing fee, 2.5% | $25.00 |
| **Total** | **$1,025.00** |

The total is taken from your wallet, and the shares are added to your portfolio in the same instant. Either both happen or neither does. If someone else buys the last shares a moment before you, your purchase is refused and your money stays where it is.

If your connection breaks while you confirm, you can simply confirm again: the same order is never carried out twice.

## After the purchase

- The property is in [your portfolio](/dashboard), with the number of your shares and what they are worth.
- You share in the distributions from then on: whoever holds the shares on the record date is paid.
- You may vote on proposals that are created after you bought.

## Common refusals

- **"Insufficient funds"** means that the total, including the fee, is more than your wallet holds. The dialog tells you how much is missing.
- **"Not enough shares"** means that fewer shares are left than you asked for. Choose a smaller number.
- **A limit is reached.** What an investor may invest in a calendar month and in a calendar year is limited. The figures stand in [Identity checks and limits](/learn/identity-checks-and-limits).
`,
};
