import { type FormEvent, useState } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

/** Compares the date on a document with the sealed one, which nobody sees. */
export function DateOfBirthCheck({ applicantId }: { applicantId: string }) {
  const [date, setDate] = useState('');
  const [answer, setAnswer] = useState<{ same: boolean } | null>(null);
  const comparison = useCommand(trpc.kyc.compareDateOfBirth.mutationOptions(), { onDone: setAnswer });

  function compare(event: FormEvent) {
    event.preventDefault();
    if (date !== '') void comparison.run({ applicantId, dateOfBirth: date });
  }

  return (
    <form onSubmit={compare} className="mt-5 border-t border-line pt-5">
      <div className="flex flex-wrap items-end gap-2.5">
        <TextField
          label="Date of birth on the document"
          type="date"
          autoComplete="off"
          value={date}
          onChange={({ target }) => {
            setDate(target.value);
            setAnswer(null);
            comparison.reset();
          }}
          className="grow basis-44"
        />
        <Button type="submit" variant="secondary" disabled={date === ''} busy={comparison.busy}>
          Compare
        </Button>
      </div>
      <p className="mt-1.5 text-sm text-muted">
        Each comparison is recorded. The date itself is never shown.
      </p>
      {comparison.errorText && (
        <Alert tone="danger" className="mt-3">
          {comparison.errorText}
        </Alert>
      )}
      {answer && (
        <Alert tone={answer.same ? 'success' : 'warning'} className="mt-3">
          {answer.same
            ? 'This matches the date of birth the applicant gave.'
            : 'This does not match the date of birth the applicant gave.'}
        </Alert>
      )}
    </form>
  );
}
