import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { sharePriceText } from '#features/properties/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import type { Reward } from '../referrals.contract.ts';
import { rewardChoicesOptions } from './referral-queries.ts';

/** Which property a reward's shares are of. */
export function ChooseRewardDialog({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const formId = useId();
  const { data, error } = useQuery(rewardChoicesOptions(reward.shares));
  const [chosen, setChosen] = useState<number | null>(null);
  const choice = useCommand(trpc.referrals.chooseReward.mutationOptions(), {
    keyed: true,
    onDone() {
      showToast({ title: 'Reward chosen', description: 'Your shares will be bought within a few minutes.' });
      onClose();
    },
  });
  const shares = counted(reward.shares, 'share');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen !== null) void choice.run({ tier: reward.tier, propertyId: chosen });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Choose your ${shares}`}
      description="We pay for the shares and the fee. What the shares cost that day counts as your income."
      locked={choice.busy}
      footer={
        <>
          <Button variant="secondary" disabled={choice.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={chosen === null}
            busy={choice.busy}
            busyText="Choosing"
          >
            Get {shares}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-2">
        {choice.errorText && <Alert tone="danger">{choice.errorText}</Alert>}
        {error && <Alert tone="danger">{messageOf(error)}</Alert>}
        {!data && !error && <Skeleton className="h-32" />}
        {data?.length === 0 && (
          <Alert>No offering has shares at that price right now. You can choose as soon as one does.</Alert>
        )}
        {data?.map(({ id, name, location, pricePerShareCents }) => (
          <label
            key={id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-line px-4 py-2.5"
          >
            <input
              type="radio"
              name="property"
              value={id}
              checked={chosen === id}
              onChange={() => setChosen(id)}
              className="radio radio-primary shrink-0"
            />
            <span className="min-w-0 grow">
              <span className="block font-medium wrap-anywhere">{name}</span>
              <span className="block text-sm text-muted">{location}</span>
            </span>
            <span className="amount">{sharePriceText(pricePerShareCents)}</span>
          </label>
        ))}
      </form>
    </Dialog>
  );
}
