import { useNavigate } from '@tanstack/react-router';
import { formatUsdExact } from '#kernel/money.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
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

/** The message of a purchase in the demo. */
const purchaseNotice = ({ shares, propertyName, totalCents }: InvestmentReceipt) => ({
  title: 'Purchase Successful!',
  description: `You've purchased ${sharesText(shares)} of ${propertyName} for ${formatUsdExact(totalCents)}`,
});

/** Buys shares. */
export function useInvest(propertyId: number, onBought: (receipt: InvestmentReceipt) => void) {
  const navigate = useNavigate();
  const purchase = useCommand(trpc.investing.invest.mutationOptions(), {
    keyed: true,
    onDone(receipt) {
      onBought(receipt);
      showToast(isDemo ? purchaseNotice(receipt) : investmentNotice(receipt));
    },
    onFailed: (error) => showFailure(investFailureOf(error)),
  });

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
    invest: (shares: number) => purchase.run({ propertyId, shares }),
    /** Says why an order is not even sent. */
    refuse: (obstacle: Obstacle) => showFailure(failureOfObstacle(obstacle)),
    failure: purchase.error === null ? null : investFailureOf(purchase.error),
    clearFailure: purchase.reset,
    busy: purchase.busy,
  };
}
