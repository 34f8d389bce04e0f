import { useQuery } from '@tanstack/react-query';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import type { User } from '../identity.contract.ts';
import { ConsentText } from './consent-text.tsx';
import type { LoginSearch } from './login-search.ts';
import { signInOptionsOptions } from './settings-queries.ts';
import { signInProblemText } from './sign-in-problems.ts';

interface LoginNoticeProps {
  search: LoginSearch;
  notice: string | null;
  onSignedUp: (user: User) => Promise<void>;
}

/** The notice before the form: why the person is here again, or what else signing in will do. */
export function LoginNotice({ search, notice, onSignedUp }: LoginNoticeProps) {
  const { connect, problem } = search;
  const { data: options } = useQuery(signInOptionsOptions());
  const provider = options?.provider?.name ?? 'the other provider';
  if (notice) {
    return (
      <Alert tone="warning" className="mb-6">
        {notice}
      </Alert>
    );
  }
  if (connect) {
    return (
      <Alert tone="accent" title="Sign in again" className="mb-6">
        There is already an account with this email. Sign in to it, and {provider} is connected with it.
        {connect === 'offered' && <TakeOverAccount provider={provider} onSignedUp={onSignedUp} />}
      </Alert>
    );
  }
  return problem ? (
    <Alert tone="danger" className="mb-6">
      {signInProblemText(problem)}
    </Alert>
  ) : null;
}

/** For people who cannot sign in to the account of their address, which nobody has confirmed. */
function TakeOverAccount({
  provider,
  onSignedUp,
}: { provider: string } & Pick<LoginNoticeProps, 'onSignedUp'>) {
  const signUp = useCommand(trpc.identity.signUpWithProvider.mutationOptions(), {
    onDone: (user) => void onSignedUp(user),
  });
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <p>
        That account was never confirmed. If you do not know its password, take it over with {provider}: its
        password and every other way to sign in to it are removed.
      </p>
      <ConsentText by="taking over the account" />
      <Button
        variant="secondary"
        size="small"
        className="min-h-10"
        onClick={() => void signUp.run()}
        busy={signUp.busy}
      >
        Take over the account
      </Button>
      {signUp.errorText && <p className="font-medium text-negative">{signUp.errorText}</p>}
    </div>
  );
}
