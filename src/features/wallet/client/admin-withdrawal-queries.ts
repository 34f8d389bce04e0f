import { trpc } from '#platform/browser/trpc.ts';

/** The filters of everyone's withdrawals. */
export interface WithdrawalsSearch {
  state?: 'held' | 'unsent';
  q?: string;
}

export const withdrawalsOptions = ({ state, q }: WithdrawalsSearch) =>
  trpc.wallet.withdrawals.infiniteQueryOptions(
    { ...(state && { state }), ...(q && { q }) },
    { getNextPageParam: (page) => page.nextCursor },
  );
