import { useId, useState } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { BookView } from '../resale.contract.ts';
import { haltEndText } from '../resale.rules.ts';

/**
 * For admins: halts trading in a property with a public reason, and resumes it. The halt after a large change of value
 * ends by itself only; an admin can halt trading for longer.
 */
export function HaltControl({
  book: { property, haltReason, haltedUntil },
}: {
  book: Pick<BookView, 'property' | 'haltReason' | 'haltedUntil'>;
}) {
  const { id: propertyId } = property;
  const endText = useId();
  const [asking, setAsking] = useState(false);
  const done = (title: string, description: string) => {
    setAsking(false);
    showToast({ title, description });
  };
  const halt = useCommand(trpc.resale.haltTrading.mutationOptions(), {
    onDone: () => done('Trading halted', 'Nobody can buy, list or bid until you resume it.'),
  });
  const resume = useCommand(trpc.resale.resumeTrading.mutationOptions(), {
    onDone: ({ haltReason: left }) =>
      left === null
        ? done('Trading resumed', 'Open listings and bids can trade again.')
        : done('Trading resumes soon', left),
  });
  const isHalted = haltReason !== null && haltedUntil === null;
  const { busy, errorText } = isHalted ? resume : halt;
  const dialog = { onClose: () => setAsking(false), busy, error: errorText };
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p id={endText} className="text-sm text-muted">
        {haltedUntil === null
          ? 'As an admin you can stop all trading in this property.'
          : `${haltEndText(haltedUntil)} You can halt it for longer.`}
      </p>
      <Button variant="secondary" size="small" aria-describedby={endText} onClick={() => setAsking(true)}>
        {isHalted ? 'Resume trading' : 'Halt trading'}
      </Button>
      {asking && isHalted && (
        <ConfirmDialog
          {...dialog}
          open
          onConfirm={() => void resume.run({ propertyId })}
          title="Resume trading?"
          description="Open listings and bids can trade again right away."
          confirmLabel="Resume trading"
        />
      )}
      {asking && !isHalted && (
        <ReasonDialog
          {...dialog}
          onConfirm={(reason) => void halt.run({ propertyId, reason })}
          title="Halt trading?"
          description="Nobody can buy, list or bid until trading is resumed. Open orders stay and can be canceled."
          confirmLabel="Halt trading"
          tone="danger"
          hint="Everyone will see it."
          missingText="Give a reason. Everyone will see it."
        />
      )}
    </div>
  );
}
