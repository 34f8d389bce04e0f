import { formatUsdExact } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import type { InvestingLimits } from '../investing.contract.ts';

/** Shows the buyer's remaining limits; nothing where there is no limit. */
export function LimitLeft({ limits }: { limits: InvestingLimits | undefined }) {
  const { monthly = null, annual = null } = limits ?? {};
  const tighter = monthly && annual && annual.leftCents < monthly.leftCents ? annual : (monthly ?? annual);
  if (!tighter) return null;
  return (
    <p className="mt-2 text-sm text-muted">
      You can invest up to {formatUsdExact(tighter.leftCents)} more before {formatDate(tighter.renewsAt)}.
    </p>
  );
}
