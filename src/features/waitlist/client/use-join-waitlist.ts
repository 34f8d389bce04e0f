import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf, issuesOf } from '#platform/browser/errors.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import { problemOfEmail, problemOfRefusal, type WaitlistProblem } from '../waitlist.rules.ts';
import type { FormTexts } from './waitlist-texts.ts';

export interface JoinWaitlist {
  state: 'idle' | 'submitting' | 'joined';
  /** Why the last try failed. */
  problem: WaitlistProblem | null;
  /** Tries to join with the form's values, and shows the result in a toast. */
  join(form: HTMLFormElement): Promise<void>;
}

/** One form of the waitlist, from idle to joined. */
export function useJoinWaitlist(texts: FormTexts): JoinWaitlist {
  const [joined, setJoined] = useState(false);
  const [problem, setProblem] = useState<WaitlistProblem | null>(null);
  const { mutateAsync, isPending } = useMutation(trpc.waitlist.joinWaitlist.mutationOptions());

  function refuse(form: HTMLFormElement, found: WaitlistProblem) {
    setProblem(found);
    showToast({ ...texts.problem(found), variant: 'destructive' });
    form.querySelector<HTMLInputElement>('[name="email"]')?.focus();
  }

  async function send(email: string, name: string): Promise<WaitlistProblem | null> {
    const request = requestIdOf(`waitlist.join:${email}:${name}`);
    try {
      await mutateAsync({ email, ...(name && { name }), requestId: request.current() });
      request.renew();
      return null;
    } catch (error) {
      const fields = issuesOf(error).map(({ path }) => path);
      const found = problemOfRefusal(codeOf(error), fields);
      if (found === 'failed') console.error('Joining the waitlist failed.', error);
      return found;
    }
  }

  const join = useSingleFlight(async (form: HTMLFormElement) => {
    const typed = new FormData(form);
    const email = String(typed.get('email') ?? '').trim();
    const found = problemOfEmail(email) ?? (await send(email, String(typed.get('name') ?? '').trim()));
    if (found) return refuse(form, found);
    setProblem(null);
    setJoined(true);
    showToast(texts.joined());
  });

  return { state: joined ? 'joined' : isPending ? 'submitting' : 'idle', problem, join };
}
