import type { UseMutationOptions } from '@tanstack/react-query';
import { type CommandOptions, useCommand } from './use-command.ts';

/** The part of a `ContractForm` that its command uses. */
interface ErrorForm<Field extends string> {
  showError(error: unknown, fieldOfCode?: Record<string, Field>): void;
  clearDraft(): void;
}

/**
 * The command of a form: a refusal is shown in the form, and a success deletes its stored draft.
 *
 * ```ts
 * const saving = useFormCommand(form, trpc.identity.updateProfile.mutationOptions(), { onDone: show });
 * <form onSubmit={form.handleSubmit(saving.run)}>
 * ```
 */
export function useFormCommand<Field extends string, Input, Answer, Failure, Context>(
  form: ErrorForm<Field>,
  mutationOptions: UseMutationOptions<Answer, Failure, Input, Context>,
  options: CommandOptions<Input, Answer> & {
    /** The field beside which a refusal with this code is shown. */
    fieldOfCode?: Record<string, NoInfer<Field>>;
  },
) {
  return useCommand(mutationOptions, {
    ...options,
    onDone(answer, input) {
      options.onDone?.(answer, input);
      // Resetting a form stores its values again.
      form.clearDraft();
    },
    onFailed(error) {
      form.showError(error, options.fieldOfCode);
      options.onFailed?.(error);
    },
  });
}
