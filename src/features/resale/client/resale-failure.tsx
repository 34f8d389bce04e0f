import { Link } from '@tanstack/react-router';
import { VerifyIdentity } from '#features/investing/client/index.ts';
import { codeOf, isNetworkFailure, messageOf, statusOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';

/** What went wrong with an order, and where to go when money is what is missing. */
export function ResaleFailure({ error, title }: { error: unknown; title: string }) {
  if (error === null) return null;
  const needsMoney = codeOf(error) === 'INSUFFICIENT_FUNDS' || statusOf(error) === 402;
  return (
    <Alert
      tone="danger"
      title={title}
      className="mt-4"
      action={needsMoney ? <AddMoney /> : codeOf(error) === 'KYC_REQUIRED' && <VerifyIdentity />}
    >
      {messageOf(error)}
      {isNetworkFailure(error) && ' However often you try, it happens only once.'}
    </Alert>
  );
}

const eligibilityCodes = new Set<string | null>(['KYC_REQUIRED', 'MONTHLY_LIMIT', 'ANNUAL_LIMIT']);

/** Whether the failure says already what the buyer may not do. */
export const saysLimit = (error: unknown) => eligibilityCodes.has(codeOf(error));

export function AddMoney() {
  return (
    <Link to="/wallet" className={buttonClass({ variant: 'secondary', size: 'small' })}>
      Add money
    </Link>
  );
}
