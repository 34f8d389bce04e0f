import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { OnboardingScreen } from '#features/onboarding/client/onboarding-screen.tsx';
import { loadOnboarding } from '#features/onboarding/client/onboarding-status.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/onboarding')({
  staticData: { layout: 'form' },
  loader: whenSignedIn(() => loadSoon(loadOnboarding())),
  head: () => titled('Onboarding'),
  component: () => <SignedIn>{(user) => <OnboardingScreen key={user.id} userId={user.id} />}</SignedIn>,
});
