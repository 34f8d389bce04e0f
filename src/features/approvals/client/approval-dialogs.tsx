import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { ApprovalRequest } from '../approvals.contract.ts';

export type Decision = 'approve' | 'decline' | 'withdraw';

interface DecisionDialogProps {
  request: ApprovalRequest;
  onClose: () => void;
}

/** Confirms a decision on a request. */
export function DecisionDialog({ decision, ...props }: DecisionDialogProps & { decision: Decision }) {
  if (decision === 'approve') return <ApproveDialog {...props} />;
  return decision === 'decline' ? <DeclineDialog {...props} /> : <WithdrawDialog {...props} />;
}

function ApproveDialog({ request, onClose }: DecisionDialogProps) {
  const execute = useCommand(trpc.approvals.execute.mutationOptions(), {
    onDone() {
      showToast({ title: 'Request approved', description: `Done: ${request.title}.` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void execute.run({ id: request.id })}
      title={`${request.title}?`}
      description={`${request.requestedBy.name} requested this. If you approve, it is carried out right away, in your name.`}
      confirmLabel="Approve and carry out"
      busy={execute.busy}
      busyText="Carrying out"
      error={execute.errorText}
    >
      <DescriptionList
        className="text-values"
        items={request.facts.map(({ label, value }) => ({ term: label, value }))}
      />
    </ConfirmDialog>
  );
}

function DeclineDialog({ request, onClose }: DecisionDialogProps) {
  const decline = useCommand(trpc.approvals.decline.mutationOptions(), {
    onDone() {
      showToast({ title: 'Request declined', description: `${request.requestedBy.name} was notified.` });
      onClose();
    },
  });
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => void decline.run({ id: request.id, reason })}
      title="Decline this request?"
      description={`“${request.title}” will not be carried out, and ${request.requestedBy.name} will be notified.`}
      confirmLabel="Decline request"
      tone="danger"
      busy={decline.busy}
      busyText="Declining"
      error={decline.errorText}
      hint={`${request.requestedBy.name} will see it.`}
    />
  );
}

function WithdrawDialog({ request, onClose }: DecisionDialogProps) {
  const withdraw = useCommand(trpc.approvals.withdraw.mutationOptions(), {
    onDone() {
      showToast({ title: 'Request withdrawn', description: 'It can no longer be approved.' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void withdraw.run({ id: request.id })}
      title="Withdraw your request?"
      description={`“${request.title}” can no longer be approved.`}
      confirmLabel="Withdraw request"
      busy={withdraw.busy}
      busyText="Withdrawing"
      error={withdraw.errorText}
    />
  );
}
