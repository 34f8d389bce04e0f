import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SetUpSecondFactorDialogProps {
  secret: string;
  /** The content of the QR code. */
  address: string;
  onClose: () => void;
}

export function SetUpSecondFactorDialog({ secret, address, onClose }: SetUpSecondFactorDialogProps) {
  const formId = useId();
  const [form, focusProblem] = useProblemFocus();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const enable = useCommand(trpc.identity.enableSecondFactor.mutationOptions(), {
    onDone: (enabled) => setRecoveryCodes(enabled.recoveryCodes),
    onFailed: (error) => refuse(messageOf(error)),
  });
  function refuse(text: string) {
    setProblem(text);
    focusProblem();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (/^[\d\s]{6,}$/.test(code)) void enable.run({ code });
    else refuse('Enter the six digits shown in the app.');
  }
  if (recoveryCodes) {
    return (
      <Dialog
        open
        onClose={onClose}
        dirty
        title="Your recovery codes"
        description="The authenticator app is on. Use these codes if you lose your phone."
        footer={<Button onClick={onClose}>I have saved them</Button>}
      >
        <RecoveryCodes codes={recoveryCodes} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set up an authenticator app"
      description="Scan the QR code with an authenticator app or your password manager."
      locked={enable.busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={enable.busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={enable.busy} busyText="Checking">
            Turn on
          </Button>
        </>
      }
    >
      <NewKey secret={secret} address={address} />
      <form ref={form} id={formId} noValidate className="mt-5" onSubmit={submit}>
        <CodeField
          hint="The six digits the app shows for this account."
          inputMode="numeric"
          value={code}
          error={problem ?? undefined}
          onChange={(event) => {
            setCode(event.target.value);
            setProblem(null);
          }}
        />
      </form>
    </Dialog>
  );
}

/** The secret as a picture and as text. */
function NewKey({ secret, address }: Pick<SetUpSecondFactorDialogProps, 'secret' | 'address'>) {
  return (
    <>
      <QrCode
        text={address}
        label="QR code for your authenticator app"
        className="mx-auto w-full max-w-56 border border-line"
      />
      <p className="mt-5 text-sm font-semibold">Or enter this key in the app</p>
      <p className="mt-1.5 rounded-field border border-line bg-paper px-3.5 py-2.5 font-mono text-sm select-all">
        {(secret.match(/.{4}/g) ?? [secret]).join(' ')}
      </p>
    </>
  );
}
