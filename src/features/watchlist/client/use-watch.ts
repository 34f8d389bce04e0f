import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '#features/identity/client/index.ts';
import { refresh } from '#platform/browser/refresh.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { watchedIdsOptions } from './watchlist-queries.ts';

/** Whether a property is watched, and how to change that: optimistic, and undone when the server refuses. */
export function useWatch(propertyId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = watchedIdsOptions();
  const { data: ids } = useQuery(watchedIdsOptions());
  const watched = ids?.includes(propertyId) ?? false;

  async function show(isWatched: boolean) {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (before) => {
      const others = (before ?? []).filter((id) => id !== propertyId);
      return isWatched ? [...others, propertyId] : others;
    });
  }
  // Clicks on one heart are sent in their order, so that the last one counts.
  const scope = { id: `watchlist.${propertyId}` };
  const undo = (isWatched: boolean) => async (error: unknown) => {
    await show(!isWatched);
    showFailure(error);
    refresh(['watchlist']);
  };
  const adding = useMutation(
    trpc.watchlist.watchProperty.mutationOptions({ scope, onMutate: () => show(true), onError: undo(true) }),
  );
  const removing = useMutation(
    trpc.watchlist.unwatchProperty.mutationOptions({
      scope,
      onMutate: () => show(false),
      onError: undo(false),
    }),
  );
  return {
    watched,
    known: ids !== undefined,
    toggle: () => (watched ? removing : adding).mutate({ propertyId }),
  };
}
