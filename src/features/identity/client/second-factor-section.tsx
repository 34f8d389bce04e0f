import { useSuspenseQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { plural } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
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

const SetUpDialog = dialogOnDemand(
  async () => (await import('./set-up-second-factor-dialog.tsx')).SetUpSecondFactorDialog,
);

export function SecondFactorSection() {
  const { data: methods } = useSuspenseQuery(signInMethodsOptions());
  const [settingUp, setSettingUp] = useState<{ secret: string; address: string } | null>(null);
  const start = useCommand(trpc.identity.startSecondFactor.mutationOptions(), { onDone: setSettingUp });
  return (
    <>
      {start.errorText && (
        <Alert tone="danger" className="mb-4">
          {start.errorText}
        </Alert>
      )}
      {methods.secondFactor ? (
        <Enabled factor={methods.secondFactor} />
      ) : (
        <EmptyState
          icon={Smartphone}
          title="No authenticator app"
          text="With an authenticator app, your password alone is not enough to sign in."
          action={
            <Button onClick={() => void start.run()} busy={start.busy}>
              Set up authenticator app
            </Button>
          }
          level={3}
          compact
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
          Without a recovery code, a lost phone locks you out.
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
  if (left === 0) return 'No recovery codes are left.';
  return plural(left, 'One recovery code is left.', `${left} recovery codes are left.`);
}

function RenewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useCommand(trpc.identity.renewRecoveryCodes.mutationOptions(), {
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  if (codes) {
    return (
      <Dialog
        open
        onClose={onClose}
        dirty
        title="Your new recovery codes"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void renew.run()}
      title="Make new recovery codes?"
      description="Your current codes stop working right away."
      confirmLabel="Make new codes"
      busy={renew.busy}
      busyText="Making codes"
      error={renew.errorText}
    />
  );
}

function RemoveFactor({ onClose }: { onClose: () => void }) {
  const remove = useCommand(trpc.identity.disableSecondFactor.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'App removed', description: 'Signing in no longer asks for a code.' });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void remove.run()}
      title="Remove the authenticator app?"
      description="After that, your password alone opens your account. Recovery codes stop working too."
      confirmLabel="Remove app"
      tone="danger"
      busy={remove.busy}
      busyText="Removing"
      error={remove.errorText}
    />
  );
}
