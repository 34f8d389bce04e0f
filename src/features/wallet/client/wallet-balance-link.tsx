import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { trpc } from '#platform/browser/trpc.ts';
import { joinClasses } from '#ui/classes.ts';
import { isLongAmount, Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** The cash a person can invest now, as a link to the wallet. */
export function WalletBalanceLink({ className }: { className?: string }) {
  const { data, isError } = useQuery(trpc.wallet.overview.queryOptions());
  const isLong = data && isLongAmount(data.availableCents);
  return (
    <Link
      to="/wallet"
      className={joinClasses(
        'flex min-h-11 items-center gap-2 rounded-field px-2 text-[0.9375rem] font-medium hover:bg-quiet-soft',
        className,
      )}
    >
      {!isLong && <Wallet size={18} className="text-brass xl:hidden" aria-hidden="true" />}
      <span className={isError ? undefined : 'sr-only'}>Wallet</span>
      {data && <Money exact={!isLong} cents={data.availableCents} />}
      {!data && !isError && <Skeleton className="h-4 w-20" />}
    </Link>
  );
}
