import { useQuery } from '@tanstack/react-query';
import { KeyRound, LogIn } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { trpc, trpcClient } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
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
  const { run, busy, error } = useCommand(
    {
      async mutationFn() {
        const question = await trpcClient.identity.beginPasskeySignIn.mutate();
        const answer = await signWithPasskey(question);
        return answer && trpcClient.identity.signInWithPasskey.mutate({ flow: question.flow, answer });
      },
    },
    { onDone: (user) => user && onSignedIn(user) },
  );
  return { start: () => void run(), busy, problem: error === null ? null : passkeyProblem(error) };
}

function useProviderSignIn(returnTo: string) {
  const { run, busy, errorText } = useCommand(trpc.identity.beginProviderSignIn.mutationOptions(), {
    onDone: ({ address }) => location.assign(address),
  });
  return { start: () => void run({ purpose: 'sign_in', returnTo }), busy, problem: errorText };
}
