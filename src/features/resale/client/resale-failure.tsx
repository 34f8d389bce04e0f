import { NextStep } from '#features/investing/client/index.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { isOutcomeUnknown } from '#platform/browser/unknown-outcome.ts';
import { Alert } from '#ui/alert.tsx';

/** Error of an order, with its remedy. The title says what did not happen, where that is known. */
export function ResaleFailure({ error, title }: { error: unknown; title: string }) {
  if (error === null) return null;
  const isUnknown = isOutcomeUnknown(error);
  return (
    <Alert
      tone="danger"
      title={isUnknown ? 'It may have gone through' : title}
      className="mt-4"
      action={<NextStep code={codeOf(error)} />}
    >
      {messageOf(error)}
      {isUnknown && codeOf(error) === null && ' You can safely try again: it happens only once.'}
    </Alert>
  );
}
