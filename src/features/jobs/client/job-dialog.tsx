import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { Job } from '../jobs.contract.ts';

interface JobDialogProps {
  job: Job;
  decision: 'retry' | 'dismiss';
  onClose: () => void;
}

/** Tries a failed job again, or decides that it is not to be run. */
export function JobDialog({ job: { id, kind }, decision, onClose }: JobDialogProps) {
  const isRetry = decision === 'retry';
  function onDone() {
    showToast({ title: isRetry ? 'Job queued' : 'Job dismissed', description: kind });
    onClose();
  }
  const retry = useCommand(trpc.jobs.retryJob.mutationOptions(), { onDone });
  const dismissal = useCommand(trpc.jobs.setAsideJob.mutationOptions(), { onDone });
  const { run, busy, errorText } = isRetry ? retry : dismissal;
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => void run({ id, reason })}
      title={isRetry ? 'Try this job again?' : 'Dismiss this job?'}
      description={
        isRetry
          ? `${kind} runs again now, with five new attempts. Retry once the cause is fixed.`
          : `${kind} will not run again, and nobody is alerted. You can retry it later.`
      }
      confirmLabel={isRetry ? 'Try again' : 'Dismiss job'}
      busy={busy}
      error={errorText}
      hint="It is recorded in the audit log."
    />
  );
}
