import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReferralOverview } from '../referrals.contract.ts';
import { InviteScreen } from './invite-screen.tsx';
import { referralOverviewOptions } from './referral-queries.ts';
import { RewardTiers } from './reward-tiers.tsx';

const returned: ReferralOverview = {
  ...{ enabled: true, code: 'ABCDEFGH', link: 'https://commonhold.test/?ref=ABCDEFGH' },
  isVerified: true,
  ...{ totalReferrals: 3, successfulReferrals: 3, bonusShares: 0, moreForNextReward: 7 },
  rewards: [
    {
      ...{ tier: 3, shares: 1, status: 'open', reachedAt: '2026-11-01T09:00:00.000Z' },
      ...{ property: { id: 7, name: 'Maple Court' }, paidCents: null, grantedAt: null },
      refusal: 'Its purchase was refunded, so the reward is available again.',
    },
  ],
};

function shown(overview: ReferralOverview): string {
  const queryClient = new QueryClient();
  queryClient.setQueryData(referralOverviewOptions().queryKey, overview);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <InviteScreen />
    </QueryClientProvider>,
  );
}

test('a reward whose shares went back says so, and another property can be chosen', () => {
  const markup = renderToStaticMarkup(<RewardTiers overview={returned} />);
  expect(markup).toContain(
    'You have not received it yet. Its purchase was refunded, so the reward is available again.',
  );
  expect(markup).toContain('Choose another property');
});

test('with referrals off the page says so, has no link to share, and shows earlier rewards', () => {
  const markup = shown({ ...returned, enabled: false, code: null, link: null });
  expect(markup).toContain('Referrals are not offered at the moment.');
  expect(markup).not.toContain('Copy link');
  expect(markup).not.toContain('Choose another property');
  expect(markup).toContain('You have not received it yet.');
});
