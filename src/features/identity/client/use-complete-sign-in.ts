import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#platform/browser/errors.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { meQueryOptions } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import type { User } from '../identity.contract.ts';

/** Steps after a sign-in of any kind: the session is known, a waiting connection is made, the page is left. */
export function useCompleteSignIn({ connects, onSignedIn }: { connects: boolean; onSignedIn: () => void }) {
  const connect = useMutation(trpc.identity.connectProvider.mutationOptions());
  return async (user: User) => {
    if (connects) {
      try {
        await connect.mutateAsync();
        showToast({ title: 'Connected', description: 'You can sign in that way from now on.' });
      } catch (error) {
        showToast({ title: 'Not Connected', description: messageOf(error), variant: 'destructive' });
      }
    }
    queryClient.setQueryData(meQueryOptions().queryKey, user);
    onSignedIn();
  };
}
