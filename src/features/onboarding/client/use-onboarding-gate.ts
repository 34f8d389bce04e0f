import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordOptions, useLocalOnboarding } from './onboarding-status.ts';
import { hasTrace } from './onboarding-storage.ts';

/** Pages without the gate: onboarding, public pages, and those for money, account and help. */
const LEFT_ALONE =
  /^\/(onboarding(\/kyc)?|waitlist|learn(\/.*)?|(legal|about|offering)\/[^/]+|verify\/[^/]+|login|confirm-email|forgot-password|reset-password|wallet|settings)\/?$/;

export const isLeftAlone = (pathname: string) => LEFT_ALONE.test(pathname);

interface OnboardingGate {
  /** `ask` shows onboarding in place of the page, `wait` says that it is not known yet. */
  shows: 'page' | 'ask' | 'wait';
  /** Gives the page back. */
  leave: () => void;
}

/**
 * The redirect rule: a signed-in person without any onboarding state, in this browser or on the server, is asked in
 * place of the page. Once shown, the questions stay until the person goes elsewhere, although the first answer already
 * stores a state.
 */
export function useOnboardingGate(
  userId: string | null,
  { pathname, found }: { pathname: string; found: boolean },
): OnboardingGate {
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const local = useLocalOnboarding(userId ?? '');
  const applies = userId !== null && found && !isLeftAlone(pathname);
  const unknown = applies && !hasTrace(local);
  const { data, isPending } = useQuery({ ...recordOptions(), enabled: unknown });
  const asks = unknown && data?.state === 'none';
  if (asks && askedAt !== pathname) setAskedAt(pathname);
  if (!asks && askedAt !== null && (askedAt !== pathname || userId === null)) setAskedAt(null);
  const leave = () => setAskedAt(null);
  if (asks || (applies && askedAt === pathname)) return { shows: 'ask', leave };
  return { shows: unknown && isPending ? 'wait' : 'page', leave };
}
