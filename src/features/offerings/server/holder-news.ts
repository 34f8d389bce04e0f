import type { NewNotification } from '#features/notifications/server/index.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';

/** A decision of an admin about a property on the market. */
export const DECISIONS = ['held', 'lifted', 'pending', 'approved', 'rejected'] as const;
export type Decision = (typeof DECISIONS)[number];

interface DecidedProperty {
  name: string;
  decision: Decision;
  reason: string | null;
  isFunded: boolean;
}

/** A holder at the moment of the decision; `escrow` is of purchases that were neither released nor refunded. */
export interface Holder {
  shares: number;
  escrowShares: number;
  escrowCents: Cents;
  /** Of these, purchases of which shares were resold: they cannot be refunded. */
  resoldCents: Cents;
}

type News = Pick<NewNotification, 'title' | 'message' | 'priority'>;

const titles = {
  held: 'Payout on hold',
  lifted: 'Payout hold lifted',
  pending: 'Property back in review',
  approved: 'Property back on the market',
  rejected: 'Property rejected',
} as const satisfies Record<Decision, string>;

/** The effect of a decision on a holder: on money in escrow, and on the shares. */
export function holderNews(property: DecidedProperty, holder: Holder): News {
  const { decision, reason } = property;
  const priority = decision === 'held' || decision === 'rejected' ? 'high' : 'medium';
  const because = reason === null ? '' : ` Reason: ${reason}`;
  return { title: titles[decision], message: `${textOf(property, holder)}${because}`, priority };
}

function textOf({ name, decision, isFunded }: DecidedProperty, holder: Holder): string {
  const inEscrow = holder.escrowCents > 0;
  const money = `Your ${formatUsdExact(holder.escrowCents)} in escrow, fees included,`;
  const unaffected = 'None of your money is in escrow, and your shares stay yours.';
  switch (decision) {
    case 'held':
      return `The payout to the owner of ${name} is on hold. ${
        inEscrow ? `${money} stays there until the hold is lifted. Your shares stay yours.` : unaffected
      }`;
    case 'lifted': {
      const next = isFunded
        ? 'is now due to be paid out'
        : 'is paid out when the offering succeeds, and refunded if it fails';
      return `The payout to the owner of ${name} is no longer on hold. ${
        inEscrow ? `${money} ${next}.` : unaffected
      }`;
    }
    case 'pending':
      return `${name} is off the market until it is approved again. ${
        inEscrow ? `${money} stays there until then. ` : ''
      }Your shares stay yours.`;
    case 'approved':
      return `${name} is approved again and back on the market. ${
        inEscrow && !isFunded ? `${money} stays there until the offering succeeds or fails. ` : ''
      }Your shares stay yours.`;
    case 'rejected':
      return `${name} was rejected and is off the market. ${rejectedText(holder)}`;
  }
}

function rejectedText({ shares, escrowShares, escrowCents, resoldCents }: Holder): string {
  const refundCents = escrowCents - resoldCents;
  const others = shares - escrowShares;
  const sentences: string[] = [];
  if (refundCents > 0) {
    const money = formatUsdExact(refundCents);
    sentences.push(
      `Your ${money} in escrow is refunded, fees included, and its shares return to the offering.`,
    );
  }
  if (resoldCents > 0) {
    sentences.push(
      `${formatUsdExact(resoldCents)} stays in escrow, because you resold shares of that purchase.`,
    );
  }
  if (escrowCents === 0) sentences.push('Your shares stay yours.');
  else if (others > 0) {
    sentences.push(
      `Your ${others.toLocaleString('en-US')} other ${plural(others, 'share stays', 'shares stay')} yours.`,
    );
  }
  return sentences.join(' ');
}
