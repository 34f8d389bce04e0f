import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';

/** For admins: halts trading in a property with a public reason, and resumes it. */
export function HaltControl({ propertyId, haltReason }: { propertyId: number; haltReason: string | null }) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const done = (title: string, description: string) => {
    setAsking(false);
    showToast({ title, description });
    void queryClient.invalidateQueries(trpc.resale.pathFilter());
  };
  const halt = useMutation(
    trpc.resale.haltTrading.mutationOptions({
      onSuccess: () => done('Trading Halted', 'Nobody can buy, list or bid until you resume it.'),
      onError: handleUnauthorized,
    }),
  );
  const resume = useMutation(
    trpc.resale.resumeTrading.mutationOptions({
      onSuccess: () => done('Trading Resumed', 'Open listings and bids can trade again.'),
      onError: handleUnauthorized,
    }),
  );
  const isHalted = haltReason !== null;
  const { isPending, error } = isHalted ? resume : halt;
  const dialog = {
    onClose: () => setAsking(false),
    busy: isPending,
    error: error ? messageOf(error) : undefined,
  };
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">As an admin you can stop all trading in this property.</p>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        {isHalted ? 'Resume trading' : 'Halt trading'}
      </Button>
      {asking && isHalted && (
        <ConfirmDialog
          {...dialog}
          open
          onConfirm={() => resume.mutate({ propertyId })}
          title="Resume trading?"
          description="Open listings and bids can trade again at once."
          confirmLabel="Resume trading"
        />
      )}
      {asking && !isHalted && (
        <ReasonDialog
          {...dialog}
          onConfirm={(reason) => halt.mutate({ propertyId, reason })}
          title="Halt trading?"
          description="Nobody can buy, list or bid until trading is resumed. Open orders stay and can be cancelled."
          confirmLabel="Halt trading"
          tone="danger"
          hint="Everybody will see it."
          missingText="Give a reason. Everybody will see it."
        />
      )}
    </div>
  );
}
