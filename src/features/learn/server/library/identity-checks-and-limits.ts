import type { ArticleFields } from '../../learn.contract.ts';

export const identityChecksAndLimits: ArticleFields = {
  slug: 'identity-checks-and-limits',
  title: 'Identity checks and limits',
  summary: 'Why we ask who you are, what we do with your answers, and how much you can invest.',
  category: 'basics',
  body: `## Why there is a check

Companies that hold other people's money have to know who those people are. It keeps stolen money out, and it protects you: an account that belongs to a verified person is harder to take over.

## What you are asked for

The check has four steps and takes a few minutes. It asks for your name, phone number, date of birth and Social Security number, your address, your job and income, and two documents: an ID, and a proof of your address. Pictures and PDF files of up to 10 MB are accepted.

Your answers are saved as you go, so you can stop and continue later.

## What happens next

A person reviews what you sent within 1 to 3 business days. You are notified of every change:

- **Approved.** Nothing more to do.
- **More information needed.** You see a list of what is missing, and the form is open again.
- **Rejected.** You see the reason, and can correct your application and submit it again.

Your Social Security number and date of birth are encrypted before they are stored. No screen shows them again: a reviewer can only check whether the date of birth on your document is the one you gave.

## How much you can invest

| Period | Limit |
|---|---|
| One calendar month | {{monthly-limit}} |
| One calendar year | {{annual-limit}} |

The limits start over on the first of each month and of each year, in UTC. They cover new shares, resale shares, open bids and Auto-Invest together; fees do not count. An order over a limit is refused as a whole, and your money stays in your wallet.

## Why there is a limit

A limit keeps one mistake, or one stolen password, from moving all of someone's savings in an afternoon. It also makes it a little easier to [spread your money](/learn/spreading-your-money) over time and over buildings.

## Looking after your account

- Use a password that you use nowhere else, or a passkey.
- Add an authenticator app in [your settings](/settings).
- Look at the list of sessions there now and then, and end any you do not recognize.
- We never ask for your password in an email or on the phone.
`,
};
