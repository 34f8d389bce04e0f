import { useQuery } from '@tanstack/react-query';
import { Alert } from '#ui/alert.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { User } from '../identity.contract.ts';
import type { LoginSearch } from './login-search.ts';
import { signInOptionsOptions } from './settings-queries.ts';
import { signInProblemText } from './sign-in-problems.ts';

const TakeOverAccount = partOnDemand(
  async () => (await import('./take-over-account.tsx')).TakeOverAccount,
  () => <Skeleton className="mt-3 h-48" />,
);

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
  const text = signInProblemText(problem ?? '');
  return (
    <>
      {connect && (
        <Alert tone="accent" title="Sign in again" className="mb-6">
          There is already an account with this email. Sign in to it, and {provider} is connected with it.
          {connect === 'offered' && <TakeOverAccount provider={provider} onSignedUp={onSignedUp} />}
        </Alert>
      )}
      {text && (
        <Alert tone="danger" className="mb-6">
          {text}
        </Alert>
      )}
    </>
  );
}
