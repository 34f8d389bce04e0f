import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

type ErrorListener = (error: unknown) => void;

const listeners = new Set<ErrorListener>();

/** Reports a failed request, other than a query or mutation, to the listeners of `onRequestError`. */
export function reportRequestError(error: unknown): void {
  for (const listener of listeners) listener(error);
}

/** Hears the error of every failed query and mutation; returns how to stop. */
export function onRequestError(listener: ErrorListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A screen that mounts sooner than this after a failure shows that failure: its loader has just asked. */
const JUST_FAILED_MS = 5_000;

/** Data is never stale by age and nothing is repeated automatically: queries are invalidated by events. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportRequestError }),
  mutationCache: new MutationCache({ onError: reportRequestError }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt >= JUST_FAILED_MS,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
