import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUsdExact } from '#kernel/money.ts';
import { isUnauthorized } from '#platform/browser/errors.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';

/** Cancels a purchase; a double click or a retry after a failure or a sign-in never has a second effect. */
export function useCancelPurchase(onDone: () => void) {
  const queryClient = useQueryClient();
  const mutation = useMutation(trpc.investing.cancelPurchase.mutationOptions());
  const [error, setError] = useState<unknown>(null);

  const cancel = useSingleFlight(async (investmentId: string) => {
    const request = requestIdOf(`investing.cancelPurchase:${investmentId}`);
    setError(null);
    try {
      const receipt = await mutation.mutateAsync({ investmentId, requestId: request.current() });
      request.renew();
      onDone();
      showToast({
        title: 'Purchase Cancelled',
        description: `${formatUsdExact(receipt.totalCents)} is back in your available cash.`,
      });
    } catch (failure) {
      if (!isUnauthorized(failure)) setError(failure);
    }
    const touched = [
      trpc.investing,
      trpc.properties,
      trpc.portfolio,
      trpc.wallet,
      trpc.transactions,
      trpc.lots,
    ];
    for (const part of touched) void queryClient.invalidateQueries(part.pathFilter());
    void queryClient.invalidateQueries(trpc.resale.sellable.queryFilter());
    void queryClient.invalidateQueries(trpc.identity.me.queryFilter());
  });

  return { cancel, error, busy: mutation.isPending };
}
