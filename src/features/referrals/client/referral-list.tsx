import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { formatUsd } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import type { Tone } from '#ui/tone.ts';
import type { InvestmentStatus } from '../referrals.contract.ts';
import { referralListOptions } from './referral-queries.ts';

const tones: Record<InvestmentStatus, Tone> = {
  'Active Investor': 'success',
  'First Investment': 'warning',
  'Not Invested': 'neutral',
};

/** People who joined by the caller's link, masked. */
export function ReferralList() {
  const list = useInfiniteQuery(referralListOptions());
  return (
    <PagedList
      list={list}
      loadingLabel="Loading your referrals"
      errorText={messageOf(list.error)}
      empty={
        <EmptyState
          icon={UsersRound}
          title="Nobody has joined yet"
          text="Share your link. Everyone who signs up with it appears here."
        />
      }
    >
      {(items) => (
        <ul className="divide-y divide-line" aria-label="Your referrals, newest first">
          {items.map(({ id, name, email, dateJoined, investmentStatus, totalInvestedCents }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-4 sm:px-6">
              <div className="min-w-0 grow basis-52">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-sm text-muted wrap-anywhere">
                  {email === null ? 'Joined' : `${email} · joined`}{' '}
                  <time dateTime={dateJoined}>{formatDate(dateJoined)}</time>
                </p>
              </div>
              <Badge tone={tones[investmentStatus]} icon={false}>
                {investmentStatus}
              </Badge>
              <span className="amount ms-auto text-end sm:w-28">
                <span className="sr-only">Total invested: </span>
                {formatUsd(totalInvestedCents)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
