import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { handleUnauthorized } from './signed-out-notice.ts';

export interface ProviderSectionProps {
  name: string;
  connectedEmail: string | null;
}

export function ProviderSection({ name, connectedEmail }: ProviderSectionProps) {
  const begin = useMutation(trpc.identity.beginProviderSignIn.mutationOptions());
  const [error, setError] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const connect = useSingleFlight(async () => {
    setError(null);
    try {
      const asked = { purpose: 'connect', returnTo: '/settings' } as const;
      const { address } = await begin.mutateAsync(asked);
      location.assign(address);
    } catch (failure) {
      if (!handleUnauthorized(failure)) setError(messageOf(failure));
    }
  });
  return (
    <>
      {error && (
        <Alert tone="danger" className="mb-4">
          {error}
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
          <Button variant="secondary" onClick={connect} busy={begin.isPending}>
            Connect {name}
          </Button>
        )}
      </div>
      {removing && <Disconnect name={name} onClose={() => setRemoving(false)} />}
    </>
  );
}

function Disconnect({ name, onClose }: { name: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const disconnect = useMutation(trpc.identity.disconnectProvider.mutationOptions());
  const [error, setError] = useState<string>();
  const confirm = useSingleFlight(async () => {
    try {
      await disconnect.mutateAsync();
      void queryClient.invalidateQueries(trpc.identity.signInMethods.queryFilter());
      onClose();
      showToast({ title: 'Disconnected', description: `${name} no longer signs you in.` });
    } catch (failure) {
      if (!handleUnauthorized(failure)) setError(messageOf(failure));
    }
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Disconnect ${name}?`}
      description="Your account there stays as it is; it just no longer signs you in here."
      confirmLabel="Disconnect"
      tone="danger"
      busy={disconnect.isPending}
      busyText="Disconnecting"
      error={error}
    />
  );
}
