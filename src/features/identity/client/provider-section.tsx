import { useState } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast.ts';

interface ProviderSectionProps {
  name: string;
  connectedEmail: string | null;
}

export function ProviderSection({ name, connectedEmail }: ProviderSectionProps) {
  const begin = useCommand(trpc.identity.beginProviderSignIn.mutationOptions(), {
    onDone: ({ address }) => location.assign(address),
  });
  const [removing, setRemoving] = useState(false);
  return (
    <>
      {begin.errorText && (
        <Alert tone="danger" className="mb-4">
          {begin.errorText}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {name} {connectedEmail && <Badge tone="success">Connected</Badge>}
          </p>
          <p className="mt-0.5 text-sm wrap-anywhere text-muted">
            {connectedEmail ?? 'The account there must have the same email as yours here.'}
          </p>
        </div>
        {connectedEmail ? (
          <Button variant="secondary" onClick={() => setRemoving(true)}>
            Disconnect
          </Button>
        ) : (
          <Button
            variant="secondary"
            onClick={() => void begin.run({ purpose: 'connect', returnTo: '/settings?view=security' })}
            busy={begin.busy}
          >
            Connect {name}
          </Button>
        )}
      </div>
      {removing && <Disconnect name={name} onClose={() => setRemoving(false)} />}
    </>
  );
}

function Disconnect({ name, onClose }: { name: string; onClose: () => void }) {
  const disconnect = useCommand(trpc.identity.disconnectProvider.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'Disconnected', description: `${name} no longer signs you in.` });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void disconnect.run()}
      title={`Disconnect ${name}?`}
      description="Your account there stays as it is; it just no longer signs you in here."
      confirmLabel="Disconnect"
      tone="danger"
      busy={disconnect.busy}
      busyText="Disconnecting"
      error={disconnect.errorText}
    />
  );
}
