import { useQuery } from '@tanstack/react-query';
import { startTransition, useOptimistic } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { feeText, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { refreshed } from '#platform/browser/refresh.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Card } from '#ui/card.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { showToast } from '#ui/toast.ts';

/** The holder's choice whether distributions of this property buy more of its shares. */
export function ReinvestSwitch({ propertyId, isSoldOut }: { propertyId: number; isSoldOut: boolean }) {
  const choice = useQuery(trpc.distributions.reinvestment.queryOptions({ propertyId }));
  const { run, busy } = useCommand(trpc.distributions.setReinvestment.mutationOptions(), {
    onDone: (_, { reinvest }) =>
      showToast({
        title: reinvest ? 'Reinvesting turned on' : 'Reinvesting turned off',
        description: reinvest
          ? 'Your next distribution buys whole shares.'
          : 'Your next distribution stays in your available cash.',
      }),
    onFailed: (error) => showFailure(error),
  });
  const [chosen, choose] = useOptimistic(choice.data?.reinvest ?? false);

  async function change(reinvest: boolean) {
    choose(reinvest);
    await run({ propertyId, reinvest });
    await refreshed();
  }

  return (
    <Card>
      <CheckboxField
        look="switch"
        label="Reinvest my distributions"
        hint={`Each distribution buys whole shares of this property at the offering price while any are available, with the ${feeText(PROCESSING_FEE_BPS)} processing fee. The rest stays in your available cash.${isSoldOut ? ' None are available now, so all of it stays there.' : ''}`}
        checked={chosen}
        disabled={!choice.data || busy}
        error={choice.error ? messageOf(choice.error) : undefined}
        onChange={(event) => startTransition(() => change(event.target.checked))}
      />
    </Card>
  );
}
