import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { InviteScreen } from '#features/referrals/client/invite-screen.tsx';
import { loadReferrals } from '#features/referrals/client/referral-queries.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/invite')({
  staticData: { layout: 'card' },
  loader: whenSignedIn(() => loadSoon(loadReferrals())),
  head: () => titled('Invite and Earn'),
  component: () => (
    <SignedIn>
      <InviteScreen />
    </SignedIn>
  ),
});
