import { WayOn } from '#features/investing/client/index.ts';
import { codeOf, isNetworkFailure, messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';

/** Error of an order, with its remedy. */
export function ResaleFailure({ error, title }: { error: unknown; title: string }) {
  if (error === null) return null;
  return (
    <Alert tone="danger" title={title} className="mt-4" action={<WayOn code={codeOf(error)} />}>
      {messageOf(error)}
      {isNetworkFailure(error) && ' However often you try, it happens only once.'}
    </Alert>
  );
}
