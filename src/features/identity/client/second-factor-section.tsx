import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { showToast } from '#ui/toast.ts';
import type { SignInMethods } from '../identity.contract.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { signInMethodsOptions } from './settings-queries.ts';
import { handleUnauthorized } from './signed-out-notice.ts';

const SetUpDialog = dialogOnDemand(
  async () => (await import('./set-up-second-factor-dialog.tsx')).SetUpSecondFactorDialog,
);

export function SecondFactorSection() {
  const { data: methods } = useSuspenseQuery(signInMethodsOptions());
  const [settingUp, setSettingUp] = useState<{ secret: string; address: string } | null>(null);
  const start = useMutation(trpc.identity.startSecondFactor.mutationOptions());
  const [error, setError] = useState<unknown>(null);
  const begin = useSingleFlight(async () => {
    setError(null);
    try {
      setSettingUp(await start.mutateAsync());
    } catch (failure) {
      if (!handleUnauthorized(failure)) setError(failure);
    }
  });
  return (
    <>
      {error !== null && (
        <Alert tone="danger" className="mb-4">
          {messageOf(error)}
        </Alert>
      )}
      {methods.secondFactor ? (
        <Enabled factor={methods.secondFactor} />
      ) : (
        <EmptyState
          icon={Smartphone}
          title="No authenticator app"
          text="With one, a stolen password alone opens nothing: signing in also asks for a code of your phone."
          action={
            <Button onClick={begin} busy={start.isPending}>
              Set up authenticator app
            </Button>
          }
          level={3}
          className="py-6"
        />
      )}
      {settingUp && <SetUpDialog {...settingUp} onClose={() => setSettingUp(null)} />}
    </>
  );
}

function Enabled({ factor }: { factor: NonNullable<SignInMethods['secondFactor']> }) {
  const { enabledAt, recoveryCodesLeft } = factor;
  const [removing, setRemoving] = useState(false);
  const [renewing, setRenewing] = useState(false);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        Authenticator app <Badge tone="success">On</Badge>
      </p>
      <p className="mt-1 text-sm text-muted">
        Since {formatDate(enabledAt)}. {leftText(recoveryCodesLeft)}
      </p>
      {recoveryCodesLeft < 3 && (
        <Alert tone="warning" className="mt-4">
          Make new recovery codes before the last one is used. Without one, a lost phone locks you out.
        </Alert>
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button variant="secondary" onClick={() => setRenewing(true)}>
          New recovery codes
        </Button>
        <Button variant="secondary" onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </div>
      {renewing && <RenewCodes onClose={() => setRenewing(false)} />}
      {removing && <RemoveFactor onClose={() => setRemoving(false)} />}
    </>
  );
}

function leftText(left: number): string {
  if (left === 0) return 'No recovery code is left.';
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
}

function RenewCodes({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const renew = useMutation(trpc.identity.renewRecoveryCodes.mutationOptions());
  const [error, setError] = useState<string>();
  const confirm = useSingleFlight(async () => {
    try {
      await renew.mutateAsync();
      void queryClient.invalidateQueries(trpc.identity.signInMethods.queryFilter());
    } catch (failure) {
      if (!handleUnauthorized(failure)) setError(messageOf(failure));
    }
  });
  if (renew.data) {
    return (
      <Dialog
        open
        onClose={onClose}
        dirty
        title="Your new recovery codes"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <RecoveryCodes codes={renew.data.recoveryCodes} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Make new recovery codes?"
      description="The codes you have now stop working at once."
      confirmLabel="Make new codes"
      busy={renew.isPending}
      busyText="Making codes"
      error={error}
    />
  );
}

function RemoveFactor({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation(trpc.identity.disableSecondFactor.mutationOptions());
  const [error, setError] = useState<string>();
  const confirm = useSingleFlight(async () => {
    try {
      await remove.mutateAsync();
      void queryClient.invalidateQueries(trpc.identity.signInMethods.queryFilter());
      onClose();
      showToast({ title: 'App Removed', description: 'Signing in no longer asks for a code.' });
    } catch (failure) {
      if (!handleUnauthorized(failure)) setError(messageOf(failure));
    }
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Remove the authenticator app?"
      description="Your password alone opens your account then. Recovery codes stop working too."
      confirmLabel="Remove app"
      tone="danger"
      busy={remove.isPending}
      busyText="Removing"
      error={error}
    />
  );
}
