import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from '#platform/browser/forms.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

interface StepFormProps<Input extends FieldValues, Output> {
  form: ContractForm<Input, Output>;
  /** The command that saves the step. */
  saving: { run: (output: Output) => Promise<unknown>; busy: boolean };
  complete: boolean;
  onPrevious: (() => void) | null;
  /** The addition to the text when there was no connection. */
  offlineText?: ReactNode;
  children: ReactNode;
}

/** A step that is saved before the next one: its fields, the error of a failed save, and its buttons. */
export function StepForm<Input extends FieldValues, Output>(props: StepFormProps<Input, Output>) {
  const { form, saving, complete, onPrevious, offlineText, children } = props;
  const problem = form.formState.errors.root?.server;
  return (
    <form
      noValidate
      className="mt-6 grid gap-5"
      onSubmit={form.handleSubmit((input) => complete && saving.run(input))}
    >
      {children}
      {problem && (
        <Alert tone="danger" title="Not saved yet">
          {problem.type === 'offline'
            ? 'You seem to be offline. What you typed stays in this tab. Continue when you are back online.'
            : problem.message}
          {problem.type === 'offline' && offlineText}
        </Alert>
      )}
      <div className="mt-2 flex justify-between gap-3">
        <Button
          variant="secondary"
          disabled={onPrevious === null || saving.busy}
          onClick={() => onPrevious?.()}
        >
          <ArrowLeft size={18} aria-hidden="true" />
          Previous
        </Button>
        <Button type="submit" disabled={!complete} busy={saving.busy} busyText="Saving">
          Next
          <ArrowRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </form>
  );
}
