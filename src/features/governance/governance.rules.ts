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

/** Why an outcome came about, for people. */
export function outcomeReason({ yes, no, abstain }: Tally, eligibleShares: number): string {
  const voted = yes + no + abstain;
  if (voted * 100 < eligibleShares * QUORUM_PERCENT) return 'Fewer than 20% of the shares voted.';
  return yes > no ? 'More shares voted yes than no.' : 'No more shares voted yes than no.';
}
