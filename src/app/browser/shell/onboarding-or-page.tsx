import { useMatches, useRouterState } from '@tanstack/react-router';
import { useContext, useEffect, useRef } from 'react';
import { useConsentGate } from '#features/legal/client/use-consent-gate.ts';
import { forgetOpenedPageAt } from '#features/onboarding/client/opened-page.ts';
import { useOnboardingGate } from '#features/onboarding/client/use-onboarding-gate.ts';
import { usePageTitle } from '#platform/browser/page-title.ts';
import { useUser } from '#platform/browser/session.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { FormPageSkeleton, PageSkeleton } from '#ui/page-skeleton.tsx';
import { MemberContext } from '../navigation/member-context.ts';
import { RoutedPage } from './routed-page.tsx';

const OnboardingScreen = partOnDemand(
  async () => (await import('#features/onboarding/client/onboarding-screen.tsx')).OnboardingScreen,
  FormPageSkeleton,
);

const ConsentScreen = partOnDemand(
  async () => (await import('#features/legal/client/consent-screen.tsx')).ConsentScreen,
  FormPageSkeleton,
);

/** The page, or in its place onboarding for a person who was never asked, or a new version of a legal document. */
export function OnboardingOrPage() {
  const { user } = useUser();
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  const found = useMatches({ select: (matches) => matches.length > 1 });
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout });
  const gate = useOnboardingGate(user?.id ?? null, { pathname, found });
  const consent = useConsentGate(user?.id ?? null, { pathname, found });
  const member = useContext(MemberContext);
  const asks = gate.shows === 'ask' && user !== null;
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (pathname !== shownPath.current) forgetOpenedPageAt(pathname);
    shownPath.current = pathname;
  }, [pathname]);
  usePageTitle(asks ? 'Onboarding' : null);
  if (gate.shows === 'wait') return <PageSkeleton layout={layout} />;
  if (!asks && consent.isAsking && member)
    return <ConsentScreen onPostpone={consent.postpone} onSignOut={member.leave.now} />;
  if (!asks) return <RoutedPage />;
  return <OnboardingScreen userId={user.id} onLeave={gate.leave} />;
}
