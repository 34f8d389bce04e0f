import { useState } from 'react';
import type { AdminProperty } from '#features/properties/properties.contract.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import type { StatusChange } from './use-status-change.ts';

export interface StatusDialogProps {
  property: AdminProperty;
  busy: boolean;
  onConfirm: (change: StatusChange) => void;
  onClose: () => void;
}

export function RejectDialog({ property, busy, onConfirm, onClose }: StatusDialogProps) {
  const [reason, setReason] = useState('');
  const text = reason.trim();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => onConfirm({ id: property.id, status: 'rejected', ...(text && { reason: text }) })}
      title={`Reject ${property.name}?`}
      description={`It will not go on the market. ${property.ownerName} is told, with your reason.`}
      confirmLabel="Reject property"
      tone="danger"
      busy={busy}
      busyText="Rejecting"
    >
      <TextareaField
        label="Reason"
        optional
        rows={4}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}

export function ResetDialog({ property, busy, onConfirm, onClose }: StatusDialogProps) {
  const sold = property.totalShares - property.availableShares;
  const consequence =
    property.status === 'approved'
      ? `It leaves the market until it is approved again.${sold > 0 ? ' Its investors keep their shares and see why.' : ''}`
      : 'It goes back to the properties that wait for review.';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => onConfirm({ id: property.id, status: 'pending' })}
      title={`Reset ${property.name} to pending?`}
      description={consequence}
      confirmLabel="Reset to pending"
      busy={busy}
      busyText="Resetting"
    />
  );
}
