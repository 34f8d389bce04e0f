import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leadText, outcomeOf, quorumShares } from './governance.rules.ts';

describe('the outcome', () => {
  test.each([
    [{ yes: 20, no: 0, abstain: 0 }, 100, 'approved'],
    [{ yes: 19, no: 0, abstain: 0 }, 100, 'rejected'],
    [{ yes: 10, no: 9, abstain: 1 }, 100, 'approved'],
    [{ yes: 10, no: 10, abstain: 0 }, 100, 'rejected'],
    [{ yes: 40, no: 41, abstain: 0 }, 100, 'rejected'],
    [{ yes: 0, no: 0, abstain: 90 }, 100, 'rejected'],
    [{ yes: 1, no: 0, abstain: 0 }, 5, 'approved'],
    [{ yes: 1, no: 0, abstain: 0 }, 6, 'rejected'],
  ] as const)('of %o with %d shares is %s', (tally, eligible, outcome) => {
    expect(outcomeOf(tally, eligible)).toBe(outcome);
  });

  test('reaches the quorum exactly from the shares that the quorum names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (eligible) => {
        const quorum = quorumShares(eligible);
        expect(outcomeOf({ yes: quorum, no: 0, abstain: 0 }, eligible)).toBe('approved');
        expect(outcomeOf({ yes: quorum - 1, no: 0, abstain: 0 }, eligible)).toBe('rejected');
      }),
    );
  });
});

test('an open vote shows the leading side and the shares missing for the quorum', () => {
  expect(leadText({ yes: 30, no: 10, abstain: 5 }, 40)).toBe(
    '“Yes” leads by 20 shares. Enough shares have voted.',
  );
  expect(leadText({ yes: 0, no: 1, abstain: 0 }, 2)).toBe(
    '“No” leads by 1 share. For the vote to count, 1 more share must vote.',
  );
  expect(leadText({ yes: 4, no: 4, abstain: 0 }, 8)).toMatch(
    /^“Yes” and “No” are tied, and a tie is rejected\./,
  );
  expect(leadText({ yes: 0, no: 0, abstain: 3 }, 2)).toMatch(/^No yes or no votes yet\./);
});
