import { useRef, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/confirm-dialog.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';

const MAX_REASON_CHARACTERS = 500;

interface ReasonDialogProps
  extends Omit<ConfirmDialogProps, 'open' | 'onConfirm' | 'children' | 'cancelLabel'> {
  onConfirm: (reason: string) => void;
  label?: string;
  /** Names the readers of the reason. */
  hint?: string;
  /** Error text when the reason is missing. */
  missingText?: string;
  /** The server's complaint about the reason. */
  reasonError?: string | undefined;
  /** Whether the reason may be left empty. */
  optional?: boolean;
}

/** Asks for the reason of a decision. The typed reason stays until the dialog is closed, also after a failure. */
export function ReasonDialog({
  onConfirm,
  label = 'Reason',
  hint,
  missingText = 'Enter a reason.',
  reasonError,
  optional = false,
  ...dialog
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);

  function confirm() {
    const text = reason.trim();
    if (text !== '' || optional) return onConfirm(text);
    setIsMissing(true);
    fieldRef.current?.focus();
  }

  return (
    <ConfirmDialog {...dialog} open onConfirm={confirm}>
      <TextareaField
        ref={fieldRef}
        label={label}
        optional={optional}
        required={!optional}
        hint={`${hint ? `${hint} ` : ''}Up to ${MAX_REASON_CHARACTERS} characters.`}
        rows={4}
        maxLength={MAX_REASON_CHARACTERS}
        value={reason}
        error={isMissing ? missingText : reasonError}
        onChange={({ target }) => {
          setReason(target.value);
          setIsMissing(false);
        }}
      />
    </ConfirmDialog>
  );
}
