import { Button } from '#ui/button.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import type { DecisionKind } from './use-decision.ts';

/** Asks before a submission is approved or rejected. */
export const DecisionDialog = dialogOnDemand(
  async () => (await import('./decision-dialog.tsx')).DecisionDialog,
);

/** Approve and Reject of a pending submission; each opens a `DecisionDialog`. */
export function DecisionButtons({
  name,
  small = false,
  onAsk,
}: {
  name: string;
  /** In a row of a list. */
  small?: boolean;
  onAsk: (about: DecisionKind) => void;
}) {
  const look = small ? ({ size: 'small', className: 'min-h-10' } as const) : {};
  return (
    <div className="flex gap-2">
      <Button
        {...look}
        variant={small ? 'secondary' : 'primary'}
        aria-label={`Approve ${name}`}
        onClick={() => onAsk('approve')}
      >
        Approve
      </Button>
      <Button {...look} variant="secondary" aria-label={`Reject ${name}`} onClick={() => onAsk('reject')}>
        Reject
      </Button>
    </div>
  );
}
