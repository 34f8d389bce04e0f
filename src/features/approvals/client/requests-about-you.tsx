import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { RequestAboutCaller } from '../approvals.contract.ts';

/** Requests of admins about the viewer's own account, with a button to object. */
export function RequestsAboutYou() {
  const { data = [] } = useQuery(trpc.approvals.aboutCaller.queryOptions());
  const [asked, setAsked] = useState<RequestAboutCaller | null>(null);
  return (
    <>
      {data.map((request) => (
        <Alert
          key={request.id}
          tone="warning"
          className="mb-8"
          title="An admin requested a change to your account"
          action={
            <Button variant="secondary" onClick={() => setAsked(request)}>
              Object
            </Button>
          }
        >
          <p className="wrap-anywhere">
            {request.title}. {request.notice}
          </p>
          <p className="mt-1 text-sm text-muted wrap-anywhere">
            Requested on {formatMoment(request.requestedAt)}. Reason: {request.reason}
            {request.executableAt && ` It can be carried out starting ${formatMoment(request.executableAt)}.`}
          </p>
        </Alert>
      ))}
      {asked && <ObjectDialog request={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function ObjectDialog({ request, onClose }: { request: RequestAboutCaller; onClose: () => void }) {
  const object = useCommand(trpc.approvals.object.mutationOptions(), {
    onDone() {
      showToast({ title: 'Objection sent', description: 'It can no longer be carried out.' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void object.run({ id: request.id })}
      title="Object to this request?"
      description={`If you object, “${request.title}” can no longer be carried out, and the admin is notified.`}
      confirmLabel="Object"
      tone="danger"
      busy={object.busy}
      busyText="Objecting"
      error={object.errorText}
    />
  );
}
