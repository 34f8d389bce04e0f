import { queryClient } from '#platform/browser/query-client.ts';
import { meQueryOptions } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { User } from '../identity.contract.ts';
import { showFailure } from './show-failure.ts';

/** Steps after a sign-in of any kind: the session is known, a waiting connection is made, the page is left. */
export function useCompleteSignIn({ connects, onSignedIn }: { connects: boolean; onSignedIn: () => void }) {
  const connect = useCommand(trpc.identity.connectProvider.mutationOptions(), {
    onDone: () => showToast({ title: 'Connected', description: 'You can sign in that way from now on.' }),
    onFailed: (error) => showFailure(error, 'Not connected'),
  });
  return async (user: User) => {
    if (connects) await connect.run();
    queryClient.setQueryData(meQueryOptions().queryKey, user);
    onSignedIn();
  };
}
