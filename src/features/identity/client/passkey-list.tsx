import { useSuspenseQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { timeAgo } from '#platform/browser/moment.ts';
import { trpc, trpcClient } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import type { SignInMethods } from '../identity.contract.ts';
import { deviceName } from '../identity.rules.ts';
import { makePasskey, passkeyProblem, passkeySupport } from './passkey-browser.ts';
import { signInMethodsOptions } from './settings-queries.ts';

type Passkey = SignInMethods['passkeys'][number];

const support = {
  yes: null,
  no: 'This browser cannot use passkeys.',
  needsName: 'Passkeys need a domain name. Open this site as localhost instead of an IP address.',
};

export function PasskeyList() {
  const { data: methods } = useSuspenseQuery(signInMethodsOptions());
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const problem = support[passkeySupport()];
  const add = problem ? (
    <p className="max-w-64 text-sm text-muted">{problem}</p>
  ) : (
    <Button variant={methods.passkeys.length === 0 ? 'primary' : 'secondary'} onClick={() => setAdding(true)}>
      Add passkey
    </Button>
  );
  return (
    <>
      {methods.passkeys.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title="No passkeys"
          text="Sign in with your fingerprint, face or device PIN instead of a password."
          action={add}
          level={3}
          compact
        />
      ) : (
        <>
          <ul className="-mt-4 mb-2 divide-y divide-line">
            {methods.passkeys.map((passkey) => (
              <PasskeyLine
                key={passkey.id}
                passkey={passkey}
                onRename={() => setRenaming(passkey)}
                onRemove={() => setRemoving(passkey)}
              />
            ))}
          </ul>
          {add}
        </>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskey passkey={renaming} onClose={() => setRenaming(null)} />}
      {removing && <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

interface PasskeyLineProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyLine({ passkey, onRename, onRemove }: PasskeyLineProps) {
  const { name, synced, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 text-sm text-muted">
          {synced ? 'In your password manager' : 'On one device'} · added {formatDate(createdAt)} ·{' '}
          {lastUsedAt ? `last used ${timeAgo(lastUsedAt)}` : 'never used'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="secondary" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

interface NameDialogProps {
  title: string;
  description: string;
  initialName: string;
  action: string;
  busyText: string;
  onName: (name: string) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the name by which a person knows a passkey. */
function NameDialog({ title, description, initialName, action, busyText, onName, onClose }: NameDialogProps) {
  const formId = useId();
  const [form, focusProblem] = useProblemFocus();
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy } = useCommand(
    { mutationFn: onName },
    {
      onDone: (isNamed) => isNamed && onClose(),
      onFailed: (error) => refuse(passkeyProblem(error)),
    },
  );
  function refuse(text: string | null) {
    setProblem(text);
    focusProblem();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') refuse('Give the passkey a name');
    else void run(name);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      locked={busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText={busyText}>
            {action}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit}>
        <TextField
          label="Name"
          hint="A name to recognize it by."
          autoComplete="off"
          maxLength={60}
          value={name}
          error={problem ?? undefined}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
      </form>
    </Dialog>
  );
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  return (
    <NameDialog
      title="Add a passkey"
      description="Your browser will ask for your fingerprint, face or device PIN next."
      initialName={deviceName(navigator.userAgent)}
      action="Add passkey"
      busyText="Waiting for your browser"
      onClose={onClose}
      onName={async (name) => {
        const question = await trpcClient.identity.beginAddingPasskey.mutate();
        const answer = await makePasskey(question);
        if (!answer) return false;
        const added = await trpcClient.identity.addPasskey.mutate({ flow: question.flow, name, answer });
        showToast({ title: 'Passkey added', description: `"${added.name}" signs you in from now on.` });
        return true;
      }}
    />
  );
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <NameDialog
      title="Rename the passkey"
      description="Only the name changes, here in your settings."
      initialName={passkey.name}
      action="Save name"
      busyText="Saving"
      onClose={onClose}
      onName={async (name) => {
        await trpcClient.identity.renamePasskey.mutate({ id: passkey.id, name });
        return true;
      }}
    />
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useCommand(trpc.identity.removePasskey.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'Passkey removed', description: `"${passkey.name}" no longer signs you in.` });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void remove.run({ id: passkey.id })}
      title={`Remove "${passkey.name}"?`}
      description="It no longer signs you in. Delete it from your device or password manager as well."
      confirmLabel="Remove passkey"
      tone="danger"
      busy={remove.busy}
      busyText="Removing"
      error={remove.errorText}
    />
  );
}
