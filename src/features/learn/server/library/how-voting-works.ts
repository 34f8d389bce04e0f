import type { ArticleFields } from '../../learn.contract.ts';

export const howVotingWorks: ArticleFields = {
  slug: 'how-voting-works',
  title: 'How voting works',
  summary:
    'Shareholders decide on proposals about their building. One share is one vote, and a proposal needs a quorum of 20%.',
  category: 'basics',
  body: `Some decisions are too important for one person to take alone: a new roof, a new manager, a sale of the building. They are put to the shareholders as a proposal.

## Who may vote

Everyone who held shares of the property on the proposal's **record date**, which is the moment the proposal was created. Your vote counts for as many shares as you held then. The owner's own shares do not vote and are not part of the quorum.

Two things about this surprise people:

- Shares that you buy after the proposal was created do not vote on it.
- If you sell your shares later, you may still vote with what you held on the record date.

The record date fixes how much each vote counts. Otherwise someone could buy shares, vote, and sell them to a friend who votes again.

## How to vote

Open the property and choose **yes**, **no** or **abstain**. The newest open proposal also appears on the card in your portfolio. You can change your vote as often as you like until the deadline; only the last one counts.

## When a proposal passes

At the deadline the votes are counted. The proposal is **approved** when both of these are true:

1. Holders of at least **20%** of the shares have voted. This is the quorum, and abstentions count toward it.
2. More shares voted yes than no.

Otherwise it is **rejected**. A tie is a rejection.

### An example

A property has 1,000 shares that can vote, so the quorum is 200 shares.

| Shares for yes | Shares for no | Voted | Outcome |
|---|---|---|---|
| 130 | 90 | 220 | Approved |
| 110 | 120 | 230 | Rejected: more shares voted no |
| 150 | 20 | 170 | Rejected: under 200 shares voted |

## What you can see

Each proposal shows how many shares and how many people voted each way. Other shareholders appear as "User" with four characters, never by name. When a proposal closes, its outcome stays on the property's page.

## Why it is worth a minute of your time

Most small shareholders assume that their vote is too small to matter. With a quorum of one fifth, it often matters: a sensible proposal is more likely to fail because too few people voted than because too many were against it.
`,
};
