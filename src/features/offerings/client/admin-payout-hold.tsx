import { useState } from 'react';
import { ProtectedDialog, useWaitingRequest, WaitingApproval } from '#features/approvals/client/index.ts';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { OfferingView } from '../offerings.contract.ts';

interface OfferedProperty {
  id: number;
  name: string;
  ownerName: string;
  ownedByViewer: boolean;
  offering: OfferingView;
}

/** Holds the payout of an offering's escrow, or lifts the hold. */
export function PayoutHold({ property }: { property: OfferedProperty }) {
  const [asking, setAsking] = useState(false);
  const { name, offering, ownedByViewer } = property;
  const { hold, state } = offering;
  const approval = { commands: ['offerings.liftHold'], subject: `property:${property.id}` };
  const isRequested = useWaitingRequest(approval) !== undefined;
  if (!hold && (state === 'failed' || ownedByViewer)) return null;
  return (
    <>
      {hold && (
        <div className="mt-1 grid justify-items-start gap-1 text-start text-sm sm:max-w-56">
          <Badge tone="warning">Payout on hold</Badge>
          <p className="text-muted wrap-anywhere">
            Since {formatDate(hold.since)}: {hold.reason}
          </p>
          <WaitingApproval {...approval} />
        </div>
      )}
      {!ownedByViewer && !(hold && isRequested) && (
        <Button
          size="small"
          variant="quiet"
          aria-label={hold ? `Lift the payout hold on ${name}` : `Put the payout of ${name} on hold`}
          onClick={() => setAsking(true)}
        >
          {hold ? 'Lift hold' : 'Hold payout'}
        </Button>
      )}
      {asking && hold && <LiftDialog property={property} onClose={() => setAsking(false)} />}
      {asking && !hold && <HoldDialog property={property} onClose={() => setAsking(false)} />}
    </>
  );
}

interface HoldDialogProps {
  property: OfferedProperty;
  onClose: () => void;
}

function HoldDialog({ property: { id, name, ownerName }, onClose }: HoldDialogProps) {
  const hold = useCommand(trpc.offerings.holdRelease.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'Payout on hold', description: `Money for ${name} stays in escrow.` });
    },
  });

  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => void hold.run({ id, reason })}
      title={`Hold the payout of ${name}?`}
      description={`${ownerName} won’t be paid from escrow, and the offering cannot succeed, until you lift the hold. Investors can still buy, and refunds continue.`}
      confirmLabel="Hold payout"
      busy={hold.busy}
      busyText="Holding"
      error={hold.errorText}
      hint="The owner and all shareholders will see it."
    />
  );
}

function LiftDialog({ property: { id, name, ownerName }, onClose }: HoldDialogProps) {
  const lift = useCommand(trpc.offerings.liftHold.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'Hold lifted', description: `Escrow for ${name} is paid out when due.` });
    },
  });

  return (
    <ProtectedDialog
      command="offerings.liftHold"
      input={{ id }}
      direct={lift}
      onClose={onClose}
      onConfirm={() => void lift.run({ id })}
      title={`Lift the hold on ${name}?`}
      description={`Money in escrow is paid to ${ownerName} when due, within an hour if the offering has succeeded.`}
      confirmLabel="Lift hold"
      busyText="Lifting"
    />
  );
}
