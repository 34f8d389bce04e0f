import { useQuery } from '@tanstack/react-query';
import { affordableShares } from '#kernel/fees.ts';
import { type Cents, formatUsdExact, MAX_CENTS } from '#kernel/money.ts';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { InvestingLimits } from '../investing.contract.ts';
import { overLimit, type PurchaseFacts, refuseToInvest, smallestOrder } from '../investing.rules.ts';
import { sharesText } from './order.ts';

/** Reason why a purchase cannot succeed, found before it is sent, with a way out. */
export interface Obstacle {
  code: string;
  text: string;
  /** Missing cash. */
  missingCents?: Cents;
  /** Number of shares that the limits and the cash allow. */
  allowedShares?: number;
  /** Whether the cash does not cover even the smallest order that the limits would allow. */
  withoutCash?: boolean;
}

/** The known data of the buyer; data that is still loading refuses nothing, because the server decides anyway. */
export interface Buyer {
  limits: InvestingLimits | undefined;
  cashCents: Cents | undefined;
  /** Why the account is frozen; null unless it is. */
  frozenReason: string | null;
}

export function useBuyer(): Buyer {
  const limits = useQuery(trpc.investing.limits.queryOptions());
  const wallet = useQuery(trpc.wallet.overview.queryOptions());
  const { user } = useUser();
  const frozenReason = user?.frozen?.reason ?? null;
  return { limits: limits.data, cashCents: wallet.data?.availableCents, frozenReason };
}

/**
 * Whether what a dialog of a purchase shows of the buyer and the property is still to come. Until then its lines may move,
 * and the button that pays is disabled, so that it does not move away while it is pressed.
 */
export function useIsOrderLoading(propertyId: number): boolean {
  const limits = useQuery(trpc.investing.limits.queryOptions());
  const wallet = useQuery(trpc.wallet.overview.queryOptions());
  const property = useQuery(trpc.properties.detail.queryOptions({ id: propertyId }));
  return limits.isPending || wallet.isPending || property.isPending;
}

interface Order {
  shares: number;
  pricePerShareCents: Cents;
  amountCents: Cents;
  totalCents: Cents;
}

type Offer = Pick<PurchaseFacts, 'status' | 'isOverdue' | 'availableShares' | 'minimumOrderShares'>;

/** Judges an order by the server's own rule. */
export function obstacleOf(order: Order, offer: Offer, buyer: Buyer): Obstacle | null {
  const { limits, cashCents, frozenReason } = buyer;
  if (frozenReason !== null) {
    return { code: 'ACCOUNT_FROZEN', text: `Your account is frozen: ${frozenReason}` };
  }
  const refusal = refuseToInvest({
    ...offer,
    // The dialog of an own offering takes no order at all.
    isOwnOffering: false,
    isOwnReward: false,
    shares: order.shares,
    totalCents: order.totalCents,
    availableCashCents: cashCents ?? MAX_CENTS,
    needsKyc: limits?.kycRequired ?? false,
    overLimit: limits ? overLimit(order.amountCents, limits) : null,
  });
  if (!refusal) return null;
  const { code } = refusal;
  if (code === 'INSUFFICIENT_FUNDS') {
    const missingCents = order.totalCents - (cashCents ?? 0);
    return { code, text: `You need ${formatUsdExact(missingCents)} more for this purchase.`, missingCents };
  }
  if (code === 'NOT_ENOUGH_SHARES' && offer.availableShares === 0) {
    return { code, text: 'Every share has been sold.' };
  }
  if (limits && (code === 'MONTHLY_LIMIT' || code === 'ANNUAL_LIMIT')) {
    const left = Math.min(...[limits.monthly, limits.annual].map((one) => one?.leftCents ?? MAX_CENTS));
    const withinLimits = Math.floor(left / order.pricePerShareCents);
    const payable = Math.min(withinLimits, payableShares(order, cashCents));
    const smallest = smallestOrder(offer.minimumOrderShares, offer.availableShares);
    const allowedShares = payable < smallest ? 0 : payable;
    if (payable === withinLimits) return { code, text: refusal.message, allowedShares };
    const covered = payable === 0 ? 'does not cover one share' : `covers ${sharesText(payable)}`;
    return {
      code,
      text: `${refusal.message} Your available cash ${covered}.`,
      allowedShares,
      withoutCash: allowedShares === 0 && withinLimits >= smallest,
    };
  }
  return { code, text: refusal.message };
}

/** Number of shares of an order that the cash pays for, with the fee if the order has one. */
function payableShares(
  { shares, pricePerShareCents, amountCents, totalCents }: Order,
  cashCents: Cents | undefined,
): number {
  if (cashCents === undefined || cashCents >= totalCents) return shares;
  const hasFee = totalCents > amountCents;
  return hasFee
    ? affordableShares(cashCents, pricePerShareCents)
    : Math.floor(cashCents / pricePerShareCents);
}

/** What keeps a buyer from shares that another investor sells, where only facts about the buyer can be obstacles. */
export function buyerObstacle(order: Order, buyer: Buyer): Obstacle | null {
  const offer = {
    status: 'approved',
    isOverdue: false,
    availableShares: order.shares,
    minimumOrderShares: 1,
  } as const;
  return obstacleOf(order, offer, buyer);
}
