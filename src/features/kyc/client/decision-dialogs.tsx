import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { KycDecision } from './use-decide.ts';

const MAX_REQUESTS = 10;

interface DecisionDialogProps {
  name: string;
  busy: boolean;
  failure: string | null;
  onConfirm: (decision: KycDecision) => void;
  onClose: () => void;
}

export function ApproveDialog({ name, busy, failure, onConfirm, onClose }: DecisionDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => onConfirm({ decision: 'approved' })}
      title={`Approve ${name}?`}
      description="The identity counts as verified from now on. You can’t undo this here."
      confirmLabel="Approve application"
      busy={busy}
      busyText="Approving"
      error={failure ?? undefined}
    />
  );
}

export function RejectDialog({ name, busy, failure, onConfirm, onClose }: DecisionDialogProps) {
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => onConfirm({ decision: 'rejected', reason })}
      title={`Reject ${name}?`}
      description="The applicant sees your reason and can correct and resubmit the application."
      confirmLabel="Reject application"
      tone="danger"
      busy={busy}
      busyText="Rejecting"
      error={failure ?? undefined}
      missingText="Say why. The applicant will see it."
    />
  );
}

interface Line {
  id: number;
  text: string;
}

export function AskDialog({ name, busy, failure, onConfirm, onClose }: DecisionDialogProps) {
  const [lines, setLines] = useState<readonly Line[]>([{ id: 0, text: '' }]);
  const [missing, setMissing] = useState(false);

  function confirm() {
    const requests = lines.map(({ text }) => text.trim()).filter((text) => text !== '');
    setMissing(requests.length === 0);
    if (requests.length > 0) onConfirm({ decision: 'requires_additional_info', requests });
  }

  function add() {
    setLines([...lines, { id: Math.max(...lines.map(({ id }) => id)) + 1, text: '' }]);
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Ask ${name} for more information?`}
      description="The form reopens for the applicant with this list. Nothing they entered is lost."
      confirmLabel="Send list"
      busy={busy}
      busyText="Sending"
      error={failure ?? undefined}
    >
      <div className="grid gap-3">
        {lines.map((line, at) => (
          <div key={line.id} className="flex items-end gap-2">
            <TextField
              label={`What is needed (${at + 1})`}
              maxLength={200}
              autoComplete="off"
              autoFocus={at > 0}
              className="grow"
              error={missing && at === 0 ? 'Add at least one item.' : undefined}
              value={line.text}
              onChange={({ target }) =>
                setLines(lines.map((one) => (one.id === line.id ? { ...one, text: target.value } : one)))
              }
            />
            {lines.length > 1 && (
              <Button
                variant="quiet"
                square
                aria-label={`Remove line ${at + 1}`}
                onClick={() => setLines(lines.filter(({ id }) => id !== line.id))}
              >
                <Trash2 size={18} aria-hidden="true" />
              </Button>
            )}
          </div>
        ))}
        {lines.length < MAX_REQUESTS && (
          <Button variant="quiet" className="justify-self-start" onClick={add}>
            <Plus size={18} aria-hidden="true" />
            Add another line
          </Button>
        )}
      </div>
    </ConfirmDialog>
  );
}
