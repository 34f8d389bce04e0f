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
  const refunded =
    property.offering.state === 'open' && property.availableShares < property.totalShares
      ? ' Its offering ends, and its investors get everything back, fees included.'
      : '';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => onConfirm({ id: property.id, status: 'rejected', ...given(reason) })}
      title={`Reject ${property.name}?`}
      description={`It will not go on the market.${refunded} ${property.ownerName} is told, with your reason.`}
      confirmLabel="Reject property"
      tone="danger"
      busy={busy}
      busyText="Rejecting"
    >
      <Reason value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

export function ResetDialog({ property, busy, onConfirm, onClose }: StatusDialogProps) {
  const [reason, setReason] = useState('');
  const sold = property.totalShares - property.availableShares;
  const consequence =
    property.status === 'approved'
      ? `It leaves the market until it is approved again.${sold > 0 ? ' Its investors keep their shares and see your reason.' : ''}`
      : 'It goes back to the properties that wait for review.';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => onConfirm({ id: property.id, status: 'pending', ...given(reason) })}
      title={`Reset ${property.name} to pending?`}
      description={`${consequence} ${property.ownerName} is told.`}
      confirmLabel="Reset to pending"
      busy={busy}
      busyText="Resetting"
    >
      <Reason value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

/** A reason, unless nothing was typed. */
function given(text: string): { reason?: string } {
  const reason = text.trim();
  return reason === '' ? {} : { reason };
}

function Reason({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextareaField
      label="Reason"
      optional
      rows={4}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
