import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CANCELLATION_HOURS } from '#features/offerings/cancellation.contract.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment, timeLeft } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { CancellablePurchase } from '../investing.contract.ts';
import { sharesText } from './order.ts';
import { useCancelPurchase } from './use-cancel-purchase.ts';

/** Purchases whose money still lies in escrow and that can be canceled, with the way to do it; nothing without any. */
export function CancellablePurchases() {
  const { data: purchases = [] } = useQuery(trpc.investing.cancellable.queryOptions());
  const [cancelling, setCancelling] = useState<CancellablePurchase | null>(null);
  if (purchases.length === 0 && cancelling === null) return null;
  return (
    <Card
      title="Purchases you can cancel"
      description={`Your money is in escrow. Cancel within ${CANCELLATION_HOURS} hours and get all of it back, fees included.`}
      padded={false}
      className="overflow-hidden"
    >
      <ul className="divide-y divide-line border-t border-line">
        {purchases.map((purchase) => (
          <li
            key={purchase.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-6"
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">
                <Link
                  to="/property/$id"
                  params={{ id: String(purchase.propertyId) }}
                  className="inline-flex min-h-6 items-center hover:underline"
                >
                  {purchase.propertyName}
                </Link>
              </p>
              <p className="amount text-sm text-muted">
                {sharesText(purchase.shares)} for {formatUsdExact(purchase.totalCents)}.{' '}
                {timeLeft(purchase.cancellableUntil)}
              </p>
            </div>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Cancel purchase of ${sharesText(purchase.shares)} of ${purchase.propertyName}`}
              onClick={() => setCancelling(purchase)}
            >
              Cancel purchase
            </Button>
          </li>
        ))}
      </ul>
      {cancelling && (
        <CancelDialog key={cancelling.id} purchase={cancelling} onClose={() => setCancelling(null)} />
      )}
    </Card>
  );
}

function CancelDialog({ purchase, onClose }: { purchase: CancellablePurchase; onClose: () => void }) {
  const { id, propertyName, shares, totalCents, cancellableUntil } = purchase;
  const { run, error, busy } = useCancelPurchase(onClose);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void run({ investmentId: id })}
      title="Cancel this purchase?"
      description={`You give back ${sharesText(shares)} of ${propertyName}. ${formatUsdExact(totalCents)}, fees included, goes back to your available cash.`}
      confirmLabel="Cancel purchase"
      cancelLabel="Keep it"
      tone="danger"
      busy={busy}
      busyText="Canceling"
      error={error === null ? undefined : messageOf(error)}
    >
      <p className="text-sm text-muted">
        You can cancel until {formatMoment(cancellableUntil)}: {timeLeft(cancellableUntil)}.
      </p>
    </ConfirmDialog>
  );
}
