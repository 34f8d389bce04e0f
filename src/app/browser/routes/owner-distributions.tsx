import { createFileRoute } from '@tanstack/react-router';
import { loadOwnerDistributions } from '#features/distributions/client/distribution-queries.ts';
import { OwnerDistributionsScreen } from '#features/distributions/client/owner-distributions-screen.tsx';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/owner-distributions')({
  staticData: { layout: 'figures' },
  loader: whenSignedIn(loadOwnerDistributions),
  head: () => titled('Earnings distribution'),
  component: () => (
    <SignedIn>
      <OwnerDistributionsScreen />
    </SignedIn>
  ),
});
