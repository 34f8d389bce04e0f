import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';

/** For admins: halts trading in a property with a reason that everybody sees, and lets it go on. */
export function HaltControl({ propertyId, haltReason }: { propertyId: number; haltReason: string | null }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const done = (title: string, description: string) => {
    setAsking(false);
    setReason('');
    showToast({ title, description });
    void queryClient.invalidateQueries(trpc.resale.pathFilter());
  };
  const halt = useMutation(
    trpc.resale.haltTrading.mutationOptions({
      onSuccess: () => done('Trading Halted', 'Nothing is bought, listed or bid for until you resume it.'),
      onError: handleUnauthorized,
    }),
  );
  const resume = useMutation(
    trpc.resale.resumeTrading.mutationOptions({
      onSuccess: () => done('Trading Resumed', 'Listings and bids can be met again.'),
      onError: handleUnauthorized,
    }),
  );
  const halted = haltReason !== null;
  const { isPending, error } = halted ? resume : halt;

  function confirm() {
    if (halted) return resume.mutate({ propertyId });
    if (reason.trim() === '') return setProblem('Give a reason. Everybody will see it.');
    halt.mutate({ propertyId, reason: reason.trim() });
  }

  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">As an admin you can stop all trading in this property.</p>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        {halted ? 'Resume trading' : 'Halt trading'}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={halted ? 'Resume trading?' : 'Halt trading?'}
        description={
          halted
            ? 'Listings and bids that are still open can be met at once.'
            : 'Nobody can buy, list or bid until trading is resumed. Open orders stay and can be cancelled.'
        }
        confirmLabel={halted ? 'Resume trading' : 'Halt trading'}
        tone={halted ? 'primary' : 'danger'}
        busy={isPending}
        error={error ? messageOf(error) : undefined}
      >
        {!halted && (
          <TextareaField
            label="Reason"
            required
            hint="Everybody will see it."
            rows={3}
            maxLength={500}
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </ConfirmDialog>
    </div>
  );
}
