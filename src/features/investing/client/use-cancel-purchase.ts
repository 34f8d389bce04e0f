import { formatUsdExact } from '#kernel/money.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';

export function useCancelPurchase(onDone: () => void) {
  return useCommand(trpc.investing.cancelPurchase.mutationOptions(), {
    keyed: true,
    onDone({ totalCents }) {
      onDone();
      showToast({
        title: 'Purchase canceled',
        description: `${formatUsdExact(totalCents)} is back in your available cash.`,
      });
    },
  });
}
