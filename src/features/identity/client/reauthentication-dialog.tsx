import { useQuery } from '@tanstack/react-query';
import { KeyRound, LogIn } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { useUser } from '#platform/browser/session.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import type { SignInMethods } from '../identity.contract.ts';
import { CodeField } from './code-field.tsx';
import { passkeyProblem, passkeySupport, signWithPasskey } from './passkey-browser.ts';
import { PasswordField } from './password-field.tsx';
import { signInMethodsOptions } from './settings-queries.ts';

type TypedFactor = 'password' | 'code';

interface ReauthenticationDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

export function ReauthenticationDialog({ onConfirmed, onClose }: ReauthenticationDialogProps) {
  const formId = useId();
  const { data: methods, error, isFetching, refetch } = useQuery(signInMethodsOptions());
  const [chosen, setChosen] = useState<TypedFactor | null>(null);
  const factor = chosen ?? (methods ? defaultFactor(methods) : null);
  const reauthentication = useReauthentication(onConfirmed);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm it’s you"
      description="This affects your money or how you sign in. We ask again after ten minutes."
      locked={reauthentication.isLocked}
      dirty={false}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={reauthentication.isLocked}>
            Cancel
          </Button>
          {factor && (
            <Button type="submit" form={formId} busy={reauthentication.busy} busyText="Confirming">
              Confirm
            </Button>
          )}
        </>
      }
    >
      {reauthentication.problem && !reauthentication.ofField && (
        <Alert tone="danger" className="mb-4">
          {reauthentication.problem}
        </Alert>
      )}
      {!methods && (error === null || isFetching) && <Skeleton className="h-16" />}
      {!methods && error !== null && !isFetching && (
        <RetryAlert onRetry={() => void refetch()}>{messageOf(error)}</RetryAlert>
      )}
      {factor && (
        <TypedFactorForm
          key={factor}
          formId={formId}
          factor={factor}
          problem={reauthentication.ofField ? reauthentication.problem : null}
          onSubmit={reauthentication.submit}
        />
      )}
      {methods && (
        <OtherFactors
          methods={methods}
          factor={factor}
          onChoose={setChosen}
          reauthentication={reauthentication}
        />
      )}
    </Dialog>
  );
}

function defaultFactor({ hasPassword, secondFactor }: SignInMethods): TypedFactor | null {
  if (hasPassword) return 'password';
  return secondFactor ? 'code' : null;
}

interface Reauthentication {
  busy: boolean;
  /** A request is under way. While the browser asks for a passkey, the dialog can be left. */
  isLocked: boolean;
  problem: string | null;
  /** Whether the problem is with the typed value. */
  ofField: boolean;
  submit: (factor: TypedFactor, text: string) => void;
  byPasskey: () => void;
  byProvider: () => void;
}

function useReauthentication(onConfirmed: () => void): Reauthentication {
  const [isPrompting, setPrompting] = useState(false);
  const { run, busy, error } = useCommand(
    { mutationFn: (confirm: () => Promise<boolean>) => confirm() },
    { onDone: (isConfirmed) => isConfirmed && onConfirmed() },
  );
  return {
    busy,
    isLocked: busy && !isPrompting,
    problem: error === null ? null : passkeyProblem(error),
    ofField: ['WRONG_PASSWORD', 'WRONG_CODE', 'MALFORMED'].includes(codeOf(error) ?? ''),
    submit: (factor, text) =>
      void run(async () => {
        await trpcClient.identity.confirmIdentity.mutate(
          factor === 'password' ? { by: 'password', password: text } : { by: 'code', code: text },
        );
        return true;
      }),
    byPasskey: () =>
      void run(async () => {
        const question = await trpcClient.identity.beginPasskeyConfirmation.mutate();
        setPrompting(true);
        const answer = await signWithPasskey(question).finally(() => setPrompting(false));
        if (!answer) return false;
        await trpcClient.identity.confirmIdentity.mutate({ by: 'passkey', flow: question.flow, answer });
        return true;
      }),
    byProvider: () =>
      void run(async () => {
        const returnTo = `${location.pathname}${location.search}`;
        const request = { purpose: 'confirm', returnTo } as const;
        const { address } = await trpcClient.identity.beginProviderSignIn.mutate(request);
        location.assign(address);
        return false;
      }),
  };
}

interface TypedFactorFormProps {
  formId: string;
  factor: TypedFactor;
  problem: string | null;
  onSubmit: (factor: TypedFactor, text: string) => void;
}

function TypedFactorForm({ formId, factor, problem, onSubmit }: TypedFactorFormProps) {
  const { user } = useUser();
  const [form, focusProblem] = useProblemFocus();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (problem !== null) focusProblem();
  }, [problem, focusProblem]);
  const field = {
    value: text,
    autoFocus: true,
    error: missing ? `Enter your ${factor}.` : (problem ?? undefined),
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value);
      setMissing(false);
    },
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') return onSubmit(factor, text);
    setMissing(true);
    focusProblem();
  }
  return (
    <form ref={form} id={formId} noValidate onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      {factor === 'password' ? (
        <PasswordField label="Password" autoComplete="current-password" {...field} />
      ) : (
        <CodeField {...field} />
      )}
    </form>
  );
}

interface OtherFactorsProps {
  methods: SignInMethods;
  factor: TypedFactor | null;
  onChoose: (factor: TypedFactor) => void;
  reauthentication: Reauthentication;
}

function OtherFactors({ methods, factor, onChoose, reauthentication }: OtherFactorsProps) {
  const { hasPassword, secondFactor, passkeys, provider } = methods;
  const other = factor === 'password' ? (secondFactor ? 'code' : null) : hasPassword ? 'password' : null;
  const passkey = passkeys.length > 0 && passkeySupport() === 'yes';
  return (
    <div className="mt-4 flex flex-wrap gap-2.5 empty:hidden">
      {other && (
        <Button variant="secondary" size="small" className="min-h-10" onClick={() => onChoose(other)}>
          Use {other === 'code' ? 'a code' : 'your password'}
        </Button>
      )}
      {passkey && (
        <Button variant="secondary" size="small" className="min-h-10" onClick={reauthentication.byPasskey}>
          <KeyRound size={16} aria-hidden="true" /> Use a passkey
        </Button>
      )}
      {provider?.connectedEmail && (
        <Button variant="secondary" size="small" className="min-h-10" onClick={reauthentication.byProvider}>
          <LogIn size={16} aria-hidden="true" /> Continue with {provider.name}
        </Button>
      )}
    </div>
  );
}
