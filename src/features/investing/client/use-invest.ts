import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { formatUsdExact } from '#kernel/money.ts';
import { isUnauthorized } from '#platform/browser/errors.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { isDemo } from '#platform/browser/variant.ts';
import { showToast } from '#ui/toast.ts';
import type { InvestmentReceipt } from '../investing.contract.ts';
import { failureOfObstacle, type InvestFailure, investFailureOf } from './invest-failure.ts';
import type { Obstacle } from './obstacles.ts';
import { sharesText } from './order.ts';

const investmentNotice = ({ propertyName }: InvestmentReceipt) => ({
  title: 'Investment Successful',
  description: `You have successfully invested in ${propertyName}!`,
});

/** What a purchase of the demo says. */
const purchaseNotice = ({ shares, propertyName, totalCents }: InvestmentReceipt) => ({
  title: 'Purchase Successful!',
  description: `You've purchased ${sharesText(shares)} of ${propertyName} for ${formatUsdExact(totalCents)}`,
});

/**
 * Buys shares. The request id belongs to the property and the number of shares and is reused until the server has
 * confirmed the purchase, so a double click or a retry after a failure or a sign-in never buys twice.
 */
export function useInvest(propertyId: number, onBought: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation(trpc.investing.invest.mutationOptions());
  const [failure, setFailure] = useState<InvestFailure | null>(null);
  // Stays true after a purchase: a late second click on the closing dialog must not start another one.
  const spent = useRef(false);

  function refresh() {
    const touched = [trpc.properties, trpc.portfolio, trpc.wallet, trpc.investing].map((part) =>
      part.pathFilter(),
    );
    for (const filter of [...touched, trpc.identity.me.queryFilter()]) {
      void queryClient.invalidateQueries(filter);
    }
  }

  async function invest(shares: number) {
    if (spent.current) return;
    spent.current = true;
    setFailure(null);
    const request = requestIdOf(`investing.invest:${propertyId}:${shares}`);
    try {
      const receipt = await mutation.mutateAsync({ propertyId, shares, requestId: request.current() });
      request.renew();
      refresh();
      onBought();
      showToast(isDemo ? purchaseNotice(receipt) : investmentNotice(receipt));
    } catch (error) {
      spent.current = false;
      if (isUnauthorized(error)) return;
      refresh();
      const reason = investFailureOf(error);
      setFailure(reason);
      showFailure(reason);
    }
  }

  function showFailure({ text, code }: InvestFailure) {
    showToast({
      title: 'Investment Failed',
      description: text,
      variant: 'destructive',
      ...(code === 'INSUFFICIENT_FUNDS' && {
        action: { label: 'Add money', onSelect: () => void navigate({ to: '/wallet' }) },
      }),
    });
  }

  return {
    invest,
    /** Says why an order is not even sent. */
    refuse: (obstacle: Obstacle) => showFailure(failureOfObstacle(obstacle)),
    failure,
    forgetFailure: () => setFailure(null),
    pending: mutation.isPending,
  };
}
