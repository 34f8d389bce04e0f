import type { ArticleFields } from '../../learn.contract.ts';

export const buyingYourFirstShares: ArticleFields = {
  slug: 'buying-your-first-shares',
  title: 'Buying your first shares',
  summary:
    'What happens between choosing a property and seeing it in your portfolio, with the exact amounts.',
  category: 'basics',
  body: `You need two things to buy: money in your wallet, and a property that still has shares for sale. You may also have to [verify your identity](/learn/identity-checks-and-limits) first.

## Add money

Open [your wallet](/wallet) and choose **Deposit**. Deposits of up to $1,000 a day are normally available right away. A larger one is pending until your bank confirms it. Money in your wallet is yours, and you can withdraw it whenever you like.

## Choose a property

The [marketplace](/investor-marketplace) lists every property that is open for investment. You can filter it by type, location, yield and how much of each property is still for sale. Look beyond the yield: [How to read a property’s figures](/learn/how-to-read-a-propertys-figures) explains what the numbers on each page mean.

## Confirm

Choose how many shares you want. Some offerings have a minimum order of more than one share; the dialog says so. Before you confirm, it shows every part of what you pay:

| | |
|---|---|
| 10 shares at $100.00 | $1,000.00 |
| Processing fee, 2.5% | $25.00 |
| **Total** | **$1,025.00** |

The total leaves your wallet and the shares enter your portfolio at the same moment. Either both happen or neither does. If someone else buys the last shares just before you, your purchase is refused and your money stays where it is.

If your connection drops while you confirm, just confirm again. The same order is never carried out twice.

## Until the offering succeeds

Most offerings have a minimum and a deadline. The offering succeeds once the minimum is sold and the last buyers can no longer cancel, or at the deadline. Until then your money and the fee are held in **escrow**, and the owner gets nothing.

- You can cancel the purchase within 48 hours and get all of it back, fee included.
- If the minimum is not reached by the deadline, every investor gets a full refund, fees included.
- Shares of an open offering earn nothing yet and cannot be resold. A quarter that ends before the offering succeeds belongs to the owner.

Once the offering has succeeded, the owner is paid and purchases are final. Some offerings have no minimum; purchases in those are final right away. The property's page says which kind it is.

## After the purchase

- The property is in [your portfolio](/dashboard), with the number of your shares and what they are worth.
- Once the offering has succeeded, you share in the distributions: those who hold shares on the record date are paid.
- You can vote on proposals that are created after you bought.

## Common refusals

- **"Insufficient funds"** means that the total, including the fee, is more than your available cash. The dialog says how much is missing.
- **"Not enough shares"** means that fewer shares are left than you asked for. Choose a smaller number.
- **A limit is reached.** There is a limit on what you can invest in a calendar month and in a calendar year. [Identity checks and limits](/learn/identity-checks-and-limits) has the figures.
`,
};
