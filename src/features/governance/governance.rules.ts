import { counted, plural } from '#kernel/plural.ts';

/** Part of the shares held at the record date that has to vote. */
export const QUORUM_PERCENT = 20;

/** The fewest shares that make the quorum. */
export function quorumShares(eligibleShares: number): number {
  return Math.ceil((eligibleShares * QUORUM_PERCENT) / 100);
}

export interface Tally {
  yes: number;
  no: number;
  abstain: number;
}

/** Approved when more shares say yes than no and at least 20% of the shares voted, abstentions counted; else rejected. */
export function outcomeOf({ yes, no, abstain }: Tally, eligibleShares: number): 'approved' | 'rejected' {
  const voted = yes + no + abstain;
  return yes > no && voted * 100 >= eligibleShares * QUORUM_PERCENT ? 'approved' : 'rejected';
}

/** Leading side of an open vote and its quorum, in words. */
export function leadText(tally: Tally, neededShares: number): string {
  const { yes, no, abstain } = tally;
  const missing = neededShares - yes - no - abstain;
  const lead = Math.abs(yes - no);
  const quorum =
    missing > 0
      ? ` For the vote to count, ${missing.toLocaleString('en-US')} more ${plural(missing, 'share')} must vote.`
      : ' Enough shares have voted.';
  if (yes + no === 0) return `No yes or no votes yet.${quorum}`;
  if (yes === no) return `“Yes” and “No” are tied, and a tie is rejected.${quorum}`;
  return `“${yes > no ? 'Yes' : 'No'}” leads by ${counted(lead, 'share')}.${quorum}`;
}

/** Why an outcome came about, for people. */
export function outcomeReason({ yes, no, abstain }: Tally, eligibleShares: number): string {
  const voted = yes + no + abstain;
  if (voted * 100 < eligibleShares * QUORUM_PERCENT)
    return `Fewer than ${QUORUM_PERCENT}% of the shares voted.`;
  return yes > no ? 'More shares voted yes than no.' : 'Yes did not have a majority.';
}
