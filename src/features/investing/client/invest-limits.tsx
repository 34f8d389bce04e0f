import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatUsdExact } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { overLimit } from '../investing.rules.ts';

interface InvestLimitsProps {
  amountCents: number;
  /** The order was refused, which says why already. */
  refused: boolean;
}

/** What the buyer may still invest, and what this order would go over (KYC-25, D-51). The server decides anyway. */
export function InvestLimits({ amountCents, refused }: InvestLimitsProps) {
  const { data } = useQuery(trpc.investing.limits.queryOptions());
  if (!data) return null;
  if (data.kycRequired) {
    return refused ? null : (
      <Alert tone="warning" className="mt-3" action={<VerifyIdentity />}>
        Verify your identity before you invest.
      </Alert>
    );
  }
  const over = overLimit(amountCents, data);
  if (over) {
    return refused ? null : (
      <Alert tone="warning" title="More than you may invest" className="mt-3">
        {over.message}
      </Alert>
    );
  }
  const { monthly, annual } = data;
  const tighter = monthly && annual && annual.leftCents < monthly.leftCents ? annual : (monthly ?? annual);
  if (!tighter) return null;
  return (
    <p className="mt-2 px-4 text-sm text-muted">
      You may invest {formatUsdExact(tighter.leftCents)} more until {formatDate(tighter.renewsAt)}.
    </p>
  );
}

export function VerifyIdentity() {
  return (
    <Link to="/onboarding/kyc" className={buttonClass({ variant: 'secondary', size: 'small' })}>
      Verify your identity
    </Link>
  );
}
