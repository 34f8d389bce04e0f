import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, LogIn } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { codeOf } from '#platform/browser/errors.ts';
import { useUser } from '#platform/browser/session.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { SignInMethods } from '../identity.contract.ts';
import { CodeField } from './code-field.tsx';
import { passkeyProblem, passkeySupport, signWithPasskey } from './passkey-browser.ts';
import { PasswordField } from './password-field.tsx';
import { signInMethodsOptions } from './settings-queries.ts';
import { handleUnauthorized } from './signed-out-notice.ts';

type Typed = 'password' | 'code';

export interface ProofDialogProps {
  onProven: () => void;
  onClose: () => void;
}

export function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const formId = useId();
  const { data: methods } = useQuery(signInMethodsOptions());
  const [chosen, setChosen] = useState<Typed | null>(null);
  const typed = chosen ?? (methods ? usualWay(methods) : null);
  const proof = useProof(onProven);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm that it is you"
      description="This concerns your money or how you sign in. It is asked again after ten minutes."
      locked={proof.busy}
      dirty={false}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={proof.busy}>
            Cancel
          </Button>
          {typed && (
            <Button type="submit" form={formId} busy={proof.busy} busyText="Confirming">
              Confirm
            </Button>
          )}
        </>
      }
    >
      {proof.problem && !proof.ofField && (
        <Alert tone="danger" className="mb-4">
          {proof.problem}
        </Alert>
      )}
      {!methods && <Skeleton className="h-16" />}
      {typed && (
        <TypedProof
          key={typed}
          formId={formId}
          typed={typed}
          problem={proof.ofField ? proof.problem : null}
          onSubmit={proof.submit}
        />
      )}
      {methods && <OtherProofs methods={methods} typed={typed} onType={setChosen} proof={proof} />}
    </Dialog>
  );
}

function usualWay({ hasPassword, secondFactor }: SignInMethods): Typed | null {
  if (hasPassword) return 'password';
  return secondFactor ? 'code' : null;
}

interface Proof {
  busy: boolean;
  problem: string | null;
  /** Whether the problem is with what was typed. */
  ofField: boolean;
  submit: (typed: Typed, text: string) => void;
  byPasskey: () => void;
  byProvider: () => void;
}

function useProof(onProven: () => void): Proof {
  const confirm = useMutation(trpc.identity.confirmIdentity.mutationOptions());
  const begin = useMutation(trpc.identity.beginPasskeyConfirmation.mutationOptions());
  const provider = useMutation(trpc.identity.beginProviderSignIn.mutationOptions());
  const [error, setError] = useState<unknown>(null);
  const attempt = useSingleFlight(async (act: () => Promise<boolean>) => {
    setError(null);
    try {
      if (await act()) onProven();
    } catch (failure) {
      if (!handleUnauthorized(failure)) setError(failure);
    }
  });
  return {
    busy: confirm.isPending || begin.isPending || provider.isPending,
    problem: error === null ? null : passkeyProblem(error),
    ofField: ['WRONG_PASSWORD', 'WRONG_CODE', 'MALFORMED'].includes(codeOf(error) ?? ''),
    submit: (typed, text) =>
      attempt(async () => {
        await confirm.mutateAsync(
          typed === 'password' ? { by: 'password', password: text } : { by: 'code', code: text },
        );
        return true;
      }),
    byPasskey: () =>
      attempt(async () => {
        const question = await begin.mutateAsync();
        const answer = await signWithPasskey(question);
        if (!answer) return false;
        await confirm.mutateAsync({ by: 'passkey', flow: question.flow, answer });
        return true;
      }),
    byProvider: () =>
      attempt(async () => {
        const returnTo = `${location.pathname}${location.search}`;
        const { address } = await provider.mutateAsync({ purpose: 'confirm', returnTo });
        location.assign(address);
        return false;
      }),
  };
}

interface TypedProofProps {
  formId: string;
  typed: Typed;
  problem: string | null;
  onSubmit: (typed: Typed, text: string) => void;
}

function TypedProof({ formId, typed, problem, onSubmit }: TypedProofProps) {
  const { user } = useUser();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const field = {
    value: text,
    autoFocus: true,
    error: missing ? `Enter your ${typed}.` : (problem ?? undefined),
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value);
      setMissing(false);
    },
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '') setMissing(true);
    else onSubmit(typed, text);
  }
  return (
    <form id={formId} noValidate onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      {typed === 'password' ? (
        <PasswordField label="Password" autoComplete="current-password" {...field} />
      ) : (
        <CodeField {...field} />
      )}
    </form>
  );
}

interface OtherProofsProps {
  methods: SignInMethods;
  typed: Typed | null;
  onType: (typed: Typed) => void;
  proof: Proof;
}

function OtherProofs({ methods, typed, onType, proof }: OtherProofsProps) {
  const { hasPassword, secondFactor, passkeys, provider } = methods;
  const other = typed === 'password' ? (secondFactor ? 'code' : null) : hasPassword ? 'password' : null;
  const passkey = passkeys.length > 0 && passkeySupport() === 'yes';
  return (
    <div className="mt-4 flex flex-wrap gap-2.5 empty:hidden">
      {other && (
        <Button variant="secondary" size="small" className="min-h-10" onClick={() => onType(other)}>
          Use {other === 'code' ? 'a code' : 'your password'}
        </Button>
      )}
      {passkey && (
        <Button variant="secondary" size="small" className="min-h-10" onClick={proof.byPasskey}>
          <KeyRound size={16} aria-hidden="true" /> Use a passkey
        </Button>
      )}
      {provider?.connectedEmail && (
        <Button variant="secondary" size="small" className="min-h-10" onClick={proof.byProvider}>
          <LogIn size={16} aria-hidden="true" /> Continue with {provider.name}
        </Button>
      )}
    </div>
  );
}
