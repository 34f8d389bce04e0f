import { formatUsd, formatUsdExact, parseUsd } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { SimpleForm } from '../simple-form.contract.ts';

interface LargeOfferingDialogProps {
  submission: SimpleForm;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks whether a size is meant that is more often a typing error. */
export function LargeOfferingDialog({ submission, onConfirm, onClose }: LargeOfferingDialogProps) {
  const { pricePerShare, totalShares } = submission;
  const priceCents = parseUsd(pricePerShare) ?? 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title="Is this offering as large as you intended?"
      description={`${counted(totalShares, 'share')} at ${formatUsdExact(priceCents)} value the property at ${formatUsd(priceCents * totalShares)}.`}
      confirmLabel="Submit"
      cancelLabel="Change it"
    />
  );
}
