import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from '#platform/browser/forms.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { StillNeeded } from './still-needed.tsx';

interface StepFormProps<Input extends FieldValues, Output> {
  form: ContractForm<Input, Output>;
  /** The command that saves the step. */
  saving: { run: (output: Output) => Promise<unknown>; busy: boolean };
  /** Labels of what the step still needs. */
  missing: readonly string[];
  onPrevious: (() => void) | null;
  /** The addition to the text when there was no connection. */
  offlineText?: ReactNode;
  children: ReactNode;
}

/** A step that is saved before the next one: its fields, the error of a failed save, and its buttons. */
export function StepForm<Input extends FieldValues, Output>(props: StepFormProps<Input, Output>) {
  const { form, saving, missing, onPrevious, offlineText, children } = props;
  const missingId = useId();
  const problem = form.formState.errors.root?.server;
  return (
    <form
      noValidate
      className="mt-6 grid gap-5"
      onSubmit={form.handleSubmit((input) => missing.length === 0 && saving.run(input))}
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
      <StillNeeded id={missingId} missing={missing} />
      <div className="flex justify-between gap-3">
        <Button
          variant="secondary"
          disabled={onPrevious === null || saving.busy}
          onClick={() => onPrevious?.()}
        >
          <ArrowLeft size={18} aria-hidden="true" />
          Previous
        </Button>
        <Button
          type="submit"
          disabled={missing.length > 0}
          aria-describedby={missingId}
          busy={saving.busy}
          busyText="Saving"
        >
          Next
          <ArrowRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </form>
  );
}
