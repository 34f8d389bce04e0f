import { NextStep } from '#features/investing/client/index.ts';
import { codeOf } from '#platform/browser/errors.ts';
import { failureTexts } from '#platform/browser/unknown-outcome.ts';
import { Alert } from '#ui/alert.tsx';

/** Error of an order, with its remedy. The title says what did not happen, where that is known. */
export function ResaleFailure({ error, title: refused }: { error: unknown; title: string }) {
  if (error === null) return null;
  const { title, text } = failureTexts(error, refused);
  return (
    <Alert tone="danger" title={title} className="mt-4" action={<NextStep code={codeOf(error)} />}>
      {text}
    </Alert>
  );
}
