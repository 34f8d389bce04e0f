import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadOnboarding } from '#features/onboarding/client/onboarding-status.ts';
import { loadPortfolioScreen } from '#features/portfolio/client/load-portfolio.ts';
import { PortfolioScreen } from '#features/portfolio/client/portfolio-screen.tsx';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/dashboard')({
  staticData: { layout: 'card' },
  loader: whenSignedIn(() => loadSoon(Promise.all([loadPortfolioScreen(), loadOnboarding()]))),
  head: () => titled('Your Portfolio'),
  component: () => (
    <SignedIn>
      <PortfolioScreen />
    </SignedIn>
  ),
});
