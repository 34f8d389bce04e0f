import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { isUnauthorized, messageOf } from './errors.ts';
import { requestIdOf } from './request-id.ts';
import { wasReplayed } from './trpc.ts';

type CommandInput<Input> = Input extends { requestId: string } ? Omit<Input, 'requestId'> : Input;

interface Handlers<Input, Answer> {
  onDone?: (answer: Answer, input: CommandInput<Input>) => void;
  /** Not called for a lost session, which the application handles. */
  onFailed?: (error: unknown) => void;
}

/** Whether the command takes an idempotency key; `intent` adds to its name values that are not in the input. */
type KeyOptions<Input> = Input extends { requestId: string }
  ? { keyed: true; intent?: string }
  : { keyed?: never };

export type CommandOptions<Input, Answer> = Handlers<Input, Answer> & KeyOptions<Input>;

/** Time for which a closing dialog may still take clicks. */
const LATE_CLICK_MS = 2_000;

let notifyReplayed: () => void = () => undefined;

/** Sets the notice that an earlier attempt had carried out the command, and that it was not repeated. */
export function onEarlierAnswer(listener: () => void): void {
  notifyReplayed = listener;
}

/** Figures that the person was shown, such as `expectedTotalCents`, do not make it another intent. */
function withoutExpectations(field: string, value: unknown): unknown {
  return field.startsWith('expected') ? undefined : value;
}

/**
 * A command as a screen sends it. A second click while it runs does nothing. Its idempotency key belongs to the input
 * and is reused until the server has answered it, or another input after it, so that a retry after a failure or a sign-in
 * has no second effect; what has just succeeded is not sent again by a late click on a closing dialog. Queries refresh by
 * themselves.
 *
 * The key also outlives a form that is closed after an attempt without an answer. When that attempt had succeeded, the
 * next form with the same input gets its answer, and the person reads that, because they may mean another one.
 *
 * ```ts
 * const withdrawal = useCommand(trpc.wallet.withdraw.mutationOptions(), { keyed: true, onDone: onClose });
 * <Button busy={withdrawal.busy} onClick={() => void withdrawal.run({ amountCents })}>Withdraw</Button>
 * {withdrawal.errorText && <Alert tone="danger">{withdrawal.errorText}</Alert>}
 * ```
 *
 * A form sends its command through `useFormCommand`, which shows a refusal beside its fields. What takes several
 * requests, or none, gives its own `mutationFn`.
 * @returns `run`, which returns the answer, or null when there is none because it failed or was not sent; `reset`
 *   drops the error, as something else is meant
 */
export function useCommand<Input = void, Answer = unknown, Failure = Error, Context = unknown>(
  mutationOptions: UseMutationOptions<Answer, Failure, Input, Context>,
  options: CommandOptions<Input, Answer>,
) {
  const mutation = useMutation(mutationOptions);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const done = useRef({ intent: '', at: Number.NEGATIVE_INFINITY });
  /** Inputs that were sent since the form was last changed. */
  const attempted = useRef(new Set<string>());
  const unanswered = useRef(new Set<string>());
  const { keyed, intent } = options as { keyed?: true; intent?: string };

  async function send(input: CommandInput<Input>): Promise<Answer | null> {
    const [path = []] = (mutationOptions.mutationKey ?? []) as string[][];
    // The input of a command without a key may be a password: it is not remembered.
    const name = keyed
      ? `${path.join('.')}:${intent ?? ''}${JSON.stringify(input, withoutExpectations)}`
      : '';
    const isLateClick = done.current.intent === name && performance.now() - done.current.at < LATE_CLICK_MS;
    if (keyed && isLateClick) return null;
    setError(null);
    const request = requestIdOf(name);
    const requestId = keyed && request.current();
    const isFirstAttempt = !attempted.current.has(name);
    attempted.current.add(name);
    unanswered.current.add(name);
    let answer: Answer;
    try {
      answer = await mutation.mutateAsync((requestId ? { ...input, requestId } : input) as Input);
    } catch (failure) {
      if (!isUnauthorized(failure)) {
        setError(failure);
        options.onFailed?.(failure);
      }
      return null;
    }
    // From here on the command is carried out: no fault of the screen may look like its failure.
    if (keyed) {
      // What this form sent before without an answer is another intent from now on, should it be meant once more.
      for (const one of unanswered.current) requestIdOf(one).renew();
      unanswered.current.clear();
    }
    done.current = { intent: name, at: performance.now() };
    options.onDone?.(answer, input);
    if (requestId && wasReplayed(requestId) && isFirstAttempt) notifyReplayed();
    return answer;
  }

  const latest = useRef(send);
  latest.current = send;
  const run = useCallback(async (input: CommandInput<Input>): Promise<Answer | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    try {
      return await latest.current(input);
    } finally {
      isRunning.current = false;
    }
  }, []);

  const reset = useCallback(() => {
    attempted.current.clear();
    done.current = { intent: '', at: Number.NEGATIVE_INFINITY };
    setError(null);
  }, []);
  return {
    run,
    error,
    /** The error in words; undefined without one. */
    errorText: error === null ? undefined : messageOf(error),
    reset,
    busy: mutation.isPending,
    sent: mutation.isPending ? mutation.variables : null,
  };
}
