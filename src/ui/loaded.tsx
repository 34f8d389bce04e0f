import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';

export interface LoadedQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  errorText: string;
  /** Shown while it loads. */
  skeleton: ReactNode;
  /** Whether a failure is shown in a card of its own. */
  inCard?: boolean;
  children: (data: Data) => ReactNode;
}

/** What a query answers: while it loads, when it fails, and when it is there. */
export function Loaded<Data>({ query, errorText, skeleton, inCard = false, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return skeleton;
  const failure = (
    <ErrorState text={errorText} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  );
  return inCard ? <Card>{failure}</Card> : failure;
}
