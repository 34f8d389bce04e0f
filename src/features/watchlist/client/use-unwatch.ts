import { useMutation } from '@tanstack/react-query';
import { showFailure } from '#features/identity/client/index.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';

/** Takes properties off the list, several at a time. */
export function useUnwatch() {
  const { mutate } = useMutation(
    trpc.watchlist.unwatchProperty.mutationOptions({
      onError: (error) => showFailure(error),
      onSuccess: () => showToast({ title: 'Removed from your watchlist' }),
    }),
  );
  return (propertyId: number) => mutate({ propertyId });
}
