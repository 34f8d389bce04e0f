import { useQuery } from '@tanstack/react-query';
import { codeOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/confirm-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { REQUEST_HOURS } from '../approvals.rules.ts';
import { settingOptions } from './approval-queries.ts';

interface ProtectedDialogProps extends Omit<ConfirmDialogProps, 'open' | 'error' | 'busy' | 'onConfirm'> {
  /** Called after another admin's approval was requested, in place of `onClose`. */
  onRequested?: () => void;
  /** Carries it out; with a reason where `reasonField` says so. */
  onConfirm: (reason: string) => void;
  /** The command and its exact input, without an idempotency key. */
  command: string;
  input: Record<string, unknown>;
  /** The command as the screen sends it where one admin is enough. */
  direct: { error: unknown; errorText: string | undefined; busy: boolean };
  /** Whether this input needs no second admin unless the server says so. */
  isRare?: boolean;
  /** Whether it takes two admins on every server. */
  always?: boolean;
  /** Field of the input for the request's reason, where the command records a reason too. */
  reasonField?: string;
  /** Names the readers of the reason. */
  reasonHint?: string;
}

/** Confirms a command that one admin may run alone, or requests another admin's approval where two are needed. */
export function ProtectedDialog(props: ProtectedDialogProps) {
  const {
    command,
    input,
    direct,
    isRare = false,
    always = false,
    reasonField,
    reasonHint,
    onRequested: _,
    ...dialog
  } = props;
  const { data: setting } = useQuery(settingOptions());
  const isRefused = codeOf(direct.error) === 'APPROVAL_REQUIRED';
  if (isRefused || always || (setting?.admins === 2 && !isRare)) return <RequestDialog {...props} />;
  if (reasonField !== undefined) {
    return (
      <ReasonDialog
        {...dialog}
        {...(reasonHint && { hint: reasonHint })}
        busy={direct.busy}
        error={direct.errorText}
      />
    );
  }
  return (
    <ConfirmDialog
      {...dialog}
      open
      onConfirm={() => dialog.onConfirm('')}
      busy={direct.busy}
      error={direct.errorText}
    />
  );
}

function RequestDialog(props: ProtectedDialogProps) {
  const { command, input, title, description, onClose, onRequested = onClose, reasonField } = props;
  const { reasonHint = 'The other admins will see it.' } = props;
  const request = useCommand(trpc.approvals.request.mutationOptions(), {
    keyed: true,
    onDone() {
      showToast({ title: 'Approval requested', description: 'The other admins were notified.' });
      onRequested();
    },
  });
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) =>
        void request.run({
          command,
          input: reasonField === undefined ? input : { ...input, [reasonField]: reason },
          reason,
        })
      }
      title={title}
      description={
        <>
          {description} This takes two admins: another admin has to approve it within {REQUEST_HOURS} hours.
        </>
      }
      confirmLabel="Request approval"
      busy={request.busy}
      busyText="Requesting"
      error={request.errorText}
      label="Reason for the request"
      hint={reasonHint}
    />
  );
}
