import { Link } from '@tanstack/react-router';
import { codeOf, isNetworkFailure, messageOf, statusOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';

/** What went wrong with an order, and where to go when money is what is missing. */
export function ResaleFailure({ error, title }: { error: unknown; title: string }) {
  if (error === null) return null;
  const needsMoney = codeOf(error) === 'INSUFFICIENT_FUNDS' || statusOf(error) === 402;
  return (
    <Alert tone="danger" title={title} className="mt-4" action={needsMoney && <AddMoney />}>
      {messageOf(error)}
      {isNetworkFailure(error) && ' However often you try, it happens only once.'}
    </Alert>
  );
}

export function AddMoney() {
  return (
    <Link to="/wallet" className={buttonClass({ variant: 'secondary', size: 'small' })}>
      Add money
    </Link>
  );
}
