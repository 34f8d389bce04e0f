import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';

/** Figures that the person was shown, such as `expectedTotalCents`, do not make it another order. */
function withoutExpectations(field: string, value: unknown): unknown {
  return field.startsWith('expected') ? undefined : value;
}

/**
 * A change of the market that a person confirms. The request id belongs to what is ordered and is kept until the
 * server has answered, so that a retry after a failure or a sign-in never has a second effect; and what has just
 * succeeded is not sent again by a late second click, until `forget` says that something else is meant.
 */
export function useConfirmed<Input extends { requestId: string }, Answer, Failure, Context>(
  name: string,
  options: UseMutationOptions<Answer, Failure, Input, Context>,
  onDone: (answer: Answer) => void,
) {
  const queryClient = useQueryClient();
  const mutation = useMutation(options);
  const [error, setError] = useState<unknown>(null);
  const done = useRef<string | null>(null);

  const run = useSingleFlight(async (input: Omit<Input, 'requestId'>) => {
    const intent = `${name}:${JSON.stringify(input, withoutExpectations)}`;
    if (done.current === intent) return;
    const request = requestIdOf(intent);
    setError(null);
    try {
      const answer = await mutation.mutateAsync({ ...input, requestId: request.current() } as Input);
      request.renew();
      done.current = intent;
      onDone(answer);
    } catch (failure) {
      if (!handleUnauthorized(failure)) setError(failure);
    }
    const touched = [trpc.resale, trpc.lots, trpc.properties, trpc.portfolio, trpc.wallet];
    for (const part of touched) void queryClient.invalidateQueries(part.pathFilter());
    void queryClient.invalidateQueries(trpc.identity.me.queryFilter());
  });

  const forget = () => {
    done.current = null;
    setError(null);
  };
  return { run, error, forget, busy: mutation.isPending };
}
