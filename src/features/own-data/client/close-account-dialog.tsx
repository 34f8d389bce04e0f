import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { leaveSignedOut } from '#features/identity/client/index.ts';
import { formatDate } from '#kernel/time.ts';
import { clearStored } from '#platform/browser/session-store.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { CLOSING_WORDS, type RetainedRecord } from '../own-data.contract.ts';
import { retentionTexts } from '../own-data.rules.ts';

interface Props {
  /** Records that the law requires us to retain. */
  retained: readonly RetainedRecord[];
  onClose: () => void;
}

/** The last question before an account is closed, answered by typing the words. */
export function CloseAccountDialog({ retained, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const fieldRef = useRef<HTMLInputElement>(null);
  const close = useCommand(trpc.ownData.closeAccount.mutationOptions(), {
    keyed: true,
    onDone() {
      clearStored();
      leaveSignedOut('/');
    },
  });

  function confirm() {
    if (typed.trim().toLowerCase() === CLOSING_WORDS) return void close.run({ confirmation: typed });
    setWrong(true);
    fieldRef.current?.focus();
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Close your account?"
      description="You are signed out everywhere, your access tokens and passkeys stop working, and your name, email, address and documents are erased. What you bought and sold stays in the books under a number without your name. This cannot be undone."
      confirmLabel="Close my account"
      tone="danger"
      busy={close.busy}
      busyText="Closing"
      error={close.errorText}
    >
      {retained.length > 0 && (
        <div className="mb-4 text-sm">
          <p className="font-medium">By law, we keep for a while:</p>
          <ul className="mt-1 list-disc pl-5">
            {retained.map(({ kind, endsAt }) => (
              <li key={kind}>
                {retentionTexts[kind].what}, until {formatDate(endsAt)} ({retentionTexts[kind].law})
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="mb-4 text-sm">
        Afterward, you cannot see your figures for this year’s taxes. Download them first under{' '}
        <Link to="/reports" className="link-plain font-semibold">
          Reports
        </Link>
        .
      </p>
      <TextField
        ref={fieldRef}
        label={`Type "${CLOSING_WORDS}"`}
        value={typed}
        autoComplete="off"
        required
        error={isWrong ? `Type "${CLOSING_WORDS}" to confirm.` : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          setWrong(false);
        }}
      />
    </ConfirmDialog>
  );
}
