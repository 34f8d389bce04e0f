import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { type CurrentUser, ensureUser, meQueryOptions, useUser } from '#platform/browser/session.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { showSignedOut } from './signed-out-notice.ts';

interface SignedInProps {
  children: ReactNode | ((user: CurrentUser) => ReactNode);
}

/** Shows its children to a signed-in user; a visitor sees a message and goes to the sign-in page. */
export function SignedIn({ children }: SignedInProps) {
  const session = useUser();
  const queryClient = useQueryClient();
  if (session.status === 'loading') return <CenteredSpinner />;
  if (session.status === 'signedIn') {
    return typeof children === 'function' ? children(session.user) : children;
  }
  if (session.error) {
    return (
      <ErrorState
        text={messageOf(session.error)}
        onRetry={() => void queryClient.resetQueries({ queryKey: meQueryOptions().queryKey })}
      />
    );
  }
  return <SigningIn />;
}

function SigningIn() {
  useEffect(showSignedOut, []);
  return (
    <p className="page-width grid min-h-[50dvh] place-items-center text-center text-muted">
      You are logged out. Logging in again...
    </p>
  );
}

/** Wraps a route loader so that it runs for signed-in users only; the screen's guard answers everyone else. */
export function whenSignedIn<Args>(load: (args: Args, user: CurrentUser) => unknown) {
  return async (args: Args): Promise<void> => {
    const user = await ensureUser();
    if (user) await load(args, user);
  };
}
