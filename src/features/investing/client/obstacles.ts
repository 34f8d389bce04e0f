import { useQuery } from '@tanstack/react-query';
import { type Cents, formatUsdExact, MAX_CENTS } from '#kernel/money.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { InvestingLimits } from '../investing.contract.ts';
import { overLimit, type PurchaseFacts, refuseToInvest } from '../investing.rules.ts';

/** Why a purchase cannot succeed, found before it is sent, with what helps. */
export interface Obstacle {
  code: string;
  text: string;
  /** How much cash is missing. */
  missingCents?: Cents;
  /** How many shares the limits would allow. */
  allowedShares?: number;
}

/** What is known of the buyer; what is still loading stops nothing, because the server decides anyway. */
export interface Buyer {
  limits: InvestingLimits | undefined;
  cashCents: Cents | undefined;
}

export function useBuyer(): Buyer {
  const limits = useQuery(trpc.investing.limits.queryOptions());
  const wallet = useQuery(trpc.wallet.overview.queryOptions());
  return { limits: limits.data, cashCents: wallet.data?.availableCents };
}

interface Order {
  shares: number;
  pricePerShareCents: Cents;
  amountCents: Cents;
  totalCents: Cents;
}

type Offer = Pick<PurchaseFacts, 'status' | 'overdue' | 'availableShares'>;

/** Judges an order by the server's own rule. */
export function obstacleOf(order: Order, offer: Offer, { limits, cashCents }: Buyer): Obstacle | null {
  const refusal = refuseToInvest({
    ...offer,
    // The dialog of an own offering takes no order at all.
    ownOffering: false,
    shares: order.shares,
    totalCents: order.totalCents,
    availableCashCents: cashCents ?? MAX_CENTS,
    kycRequired: limits?.kycRequired ?? false,
    overLimit: limits ? overLimit(order.amountCents, limits) : null,
  });
  if (!refusal) return null;
  const { code } = refusal.error;
  if (code === 'INSUFFICIENT_FUNDS') {
    const missingCents = order.totalCents - (cashCents ?? 0);
    return { code, text: `You are ${formatUsdExact(missingCents)} short of this purchase.`, missingCents };
  }
  if (code === 'NOT_ENOUGH_SHARES' && offer.availableShares === 0) {
    return { code, text: 'Every share has been sold.' };
  }
  if (limits && (code === 'MONTHLY_LIMIT' || code === 'ANNUAL_LIMIT')) {
    const left = Math.min(...[limits.monthly, limits.annual].map((one) => one?.leftCents ?? MAX_CENTS));
    return { code, text: refusal.message, allowedShares: Math.floor(left / order.pricePerShareCents) };
  }
  return { code, text: refusal.message };
}

/** The same for shares that another investor sells, where only the buyer can stand in the way. */
export function buyerObstacle(order: Order, buyer: Buyer): Obstacle | null {
  return obstacleOf(order, { status: 'approved', overdue: false, availableShares: order.shares }, buyer);
}
