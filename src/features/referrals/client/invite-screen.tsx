import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Gift, Target, UsersRound } from 'lucide-react';
import { messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import type { ReferralOverview } from '../referrals.contract.ts';
import { InvitationCard } from './invitation-card.tsx';
import { ReferralList } from './referral-list.tsx';
import { referralOverviewOptions } from './referral-queries.ts';
import { RewardTiers } from './reward-tiers.tsx';

export function InviteScreen() {
  const query = useQuery(referralOverviewOptions());
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Invite and Earn"
        description="Invite people you know. When enough of them have invested, you get bonus shares."
      />
      <Loaded
        query={query}
        errorText={messageOf(query.error)}
        inCard
        skeleton={
          <SkeletonRegion label="Loading your invitations" className="grid gap-5">
            <Skeleton className="h-48" />
            <Skeleton className="h-28" />
            <Skeleton className="h-64" />
          </SkeletonRegion>
        }
      >
        {(data) => <Invitations overview={data} />}
      </Loaded>
    </div>
  );
}

function Invitations({ overview }: { overview: ReferralOverview }) {
  const { enabled, isVerified, totalReferrals, successfulReferrals, bonusShares, moreForNextReward } =
    overview;
  return (
    <div className="grid gap-5">
      {enabled ? (
        <InvitationCard overview={overview} />
      ) : (
        <Alert>
          Referrals are not offered at the moment. Earlier rewards stay yours, and you see them below.
        </Alert>
      )}
      {enabled && !isVerified && (
        <Alert
          action={
            <Link to="/onboarding/kyc" className={buttonClass({ variant: 'secondary', size: 'small' })}>
              Verify your identity
            </Link>
          }
        >
          Referrals count once your own identity is verified. People you invite before then count too.
        </Alert>
      )}
      <div className="grid grid-cols-2 gap-3 max-sm:[&_dt]:min-h-10 sm:gap-4 lg:grid-cols-4">
        <StatCard label="Total referrals" icon={UsersRound} value={totalReferrals} />
        <StatCard label="Successful referrals" icon={BadgeCheck} value={successfulReferrals} />
        <StatCard label="Bonus shares" icon={Gift} value={bonusShares} />
        <StatCard label="More for next reward" icon={Target} value={moreForNextReward ?? '–'} />
      </div>
      <RewardTiers overview={overview} />
      <p className="text-sm text-muted">
        A referral is successful when you and the person you invited have verified your identities and they
        hold a purchase that can no longer be canceled, in an offering that has succeeded. Your own second
        account does not count.
      </p>
      <section aria-labelledby="referrals-heading">
        <h2 id="referrals-heading" className="mb-4 text-2xl">
          Your referrals
        </h2>
        <ReferralList />
      </section>
    </div>
  );
}
