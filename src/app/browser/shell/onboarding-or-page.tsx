import { useMatches, useRouterState } from '@tanstack/react-router';
import { useOnboardingGate } from '#features/onboarding/client/use-onboarding-gate.ts';
import { usePageTitle } from '#platform/browser/page-title.ts';
import { useUser } from '#platform/browser/session.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { RoutedPage } from './routed-page.tsx';

const OnboardingScreen = partOnDemand(
  async () => (await import('#features/onboarding/client/onboarding-screen.tsx')).OnboardingScreen,
  CenteredSpinner,
);

/** The page, or for a person who was never asked, onboarding in its place. */
export function OnboardingOrPage() {
  const { user } = useUser();
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  const found = useMatches({ select: (matches) => matches.length > 1 });
  const gate = useOnboardingGate(user?.id ?? null, { pathname, found });
  const asks = gate.shows === 'ask' && user !== null;
  usePageTitle(asks ? 'Onboarding' : null);
  if (gate.shows === 'wait') return <CenteredSpinner />;
  if (!asks) return <RoutedPage />;
  return <OnboardingScreen userId={user.id} onLeave={gate.leave} />;
}
