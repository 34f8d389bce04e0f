import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, LogIn } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import type { User } from '../identity.contract.ts';
import { ConsentText } from './consent-text.tsx';
import type { LoginMode } from './login-search.ts';
import { passkeyProblem, passkeySupport, signWithPasskey } from './passkey-browser.ts';
import { signInOptionsOptions } from './settings-queries.ts';

interface OtherSignInMethodsProps {
  /** The form above says by itself what creating an account accepts. */
  mode: LoginMode;
  returnTo: string;
  /** False where the provider's account is just waiting to be connected. */
  withProvider: boolean;
  onSignedIn: (user: User) => void;
}

const neverChanges = () => () => undefined;
const supportsPasskeys = () => passkeySupport() === 'yes';

/** Passkeys and the provider, below email and password. */
export function OtherSignInMethods({ mode, returnTo, withProvider, onSignedIn }: OtherSignInMethodsProps) {
  const { data: options } = useQuery(signInOptionsOptions());
  const passkey = usePasskeySignIn(onSignedIn);
  const provider = useProviderSignIn(returnTo);
  const offered = withProvider ? options?.provider : null;
  const passkeys = useSyncExternalStore(neverChanges, supportsPasskeys, () => true);
  if (!offered && !passkeys) return null;
  const problem = passkey.problem ?? provider.problem;
  return (
    <div className="mt-6 grid gap-2.5">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {passkeys && (
        <Button variant="secondary" wide onClick={passkey.start} busy={passkey.busy}>
          <KeyRound size={18} aria-hidden="true" /> Sign in with a passkey
        </Button>
      )}
      {offered && (
        <Button variant="secondary" wide onClick={provider.start} busy={provider.busy}>
          <LogIn size={18} aria-hidden="true" /> Continue with {offered.name}
        </Button>
      )}
      {offered && mode === 'sign-in' && <ConsentText by={`creating an account with ${offered.name}`} />}
    </div>
  );
}

function usePasskeySignIn(onSignedIn: (user: User) => void) {
  const begin = useMutation(trpc.identity.beginPasskeySignIn.mutationOptions());
  const signIn = useMutation(trpc.identity.signInWithPasskey.mutationOptions());
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const start = useSingleFlight(async () => {
    setProblem(null);
    setAsking(true);
    try {
      const question = await begin.mutateAsync();
      const answer = await signWithPasskey(question);
      if (answer) onSignedIn(await signIn.mutateAsync({ flow: question.flow, answer }));
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setAsking(false);
    }
  });
  return { start, problem, busy: asking };
}

function useProviderSignIn(returnTo: string) {
  const begin = useMutation(trpc.identity.beginProviderSignIn.mutationOptions());
  const [problem, setProblem] = useState<string | null>(null);
  const start = useSingleFlight(async () => {
    setProblem(null);
    try {
      const { address } = await begin.mutateAsync({ purpose: 'sign_in', returnTo });
      location.assign(address);
    } catch (error) {
      setProblem(passkeyProblem(error));
    }
  });
  return { start, problem, busy: begin.isPending };
}
