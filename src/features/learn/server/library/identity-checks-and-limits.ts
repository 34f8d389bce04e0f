import type { ArticleFields } from '../../learn.contract.ts';

export const identityChecksAndLimits: ArticleFields = {
  slug: 'identity-checks-and-limits',
  title: 'Identity checks and limits',
  summary: 'Why we ask who you are, what happens to what you tell us, and how much you may invest.',
  category: 'basics',
  body: `## Why there is a check

Companies that hold other people's money have to know who those people are. It keeps stolen money out, and it protects you: an account that belongs to a verified person is harder to take over.

## What you are asked for

The check has four steps and takes a few minutes. It asks for your personal details and address, your Social Security number and date of birth, something about your income, and a document that shows who you are. Pictures and PDF files of up to 10 MB are accepted.

Your answers are saved as you go, so you can stop and continue later.

## What happens then

A person reviews what you sent, usually within one to three business days. You are notified of every change:

- **Approved.** Nothing more to do.
- **More information needed.** You see a list of what is missing, and the form is open again.
- **Rejected.** You see the reason.

Your Social Security number and date of birth are encrypted before they are stored. They are shown to nobody: a reviewer can only ask whether the date of birth on your document is the one you gave.

## How much you may invest

| Period | Most you may invest |
|---|---|
| One calendar month | {{monthly-limit}} |
| One calendar year | {{annual-limit}} |

The limits begin again on the first of each month and of each year. Automatic investing has the same limits. Orders that go over a limit are refused as a whole, and your money stays in your wallet.

## Why there is a limit

A limit is a brake. It keeps one mistake, or one stolen password, from moving all of someone's savings in an afternoon, and it makes it a little easier to [spread your money](/learn/spreading-your-money) over time and over buildings.

## Looking after your account

- Use a password that you use nowhere else.
- Look at the list of sessions in [your settings](/settings) now and then, and end those you do not know.
- We never ask for your password in an email or on the phone.
`,
};
