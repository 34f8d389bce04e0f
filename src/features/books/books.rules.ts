/** Names of account kinds on screens. */
const kindNames: Record<string, string> = {
  user_cash: 'Wallets',
  user_withdrawing: 'Withdrawals in transit',
  user_bidding: 'Reserved for bids',
  property_escrow: 'Escrow',
  property_mortgage: 'Mortgages repaid from escrow',
  property_rent: 'Rent not distributed yet',
  property_reserve: 'Property reserves',
  property_payable: 'Distributions payable',
  platform_promotions: 'Promotions',
  'bank:settlement': 'Bank',
  'platform:management_fees': 'Management fees',
  'platform:processing_fees': 'Processing fees',
  'platform:resale_fees': 'Resale fees',
};

export const kindName = (kind: string): string => kindNames[kind] ?? kind;

/** The audit log's name of the subject of a drift: "transfer:7f…" for "transfer 7f…"; null when it has none. */
export function auditSubjectOf(driftSubject: string): string | null {
  const [, kind, id] =
    /^(user|transfer|property|distribution|approval|proposal) (\S+)$/.exec(driftSubject) ?? [];
  return kind && id ? `${kind}:${id}` : null;
}
