import { zodResolver } from '@hookform/resolvers/zod';
import { useLayoutEffect } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ZodType } from 'zod';
import { useDraft } from './draft.ts';
import { useEarlyInput } from './early-input.ts';
import { codeOf, issuesOf, isUnauthorized, messageOf } from './errors.ts';

export interface ContractForm<Input extends FieldValues, Output>
  extends UseFormReturn<Input, unknown, Output> {
  /**
   * Shows a refused request where it belongs: beside the fields its issues name, or the field that `fieldOfCode`
   * gives for its code, else as the form's own error `root.server`, whose type is the code.
   */
  showError(error: unknown, fieldOfCode?: Record<string, FieldPath<Input>>): void;
  /** Deletes the stored draft: after a success, or when the form is dismissed. */
  clearDraft(): void;
}

/** A form that checks with the contract's own schema and stores typed values, apart from `secret` fields. */
export function useContractForm<Input extends FieldValues, Output>(options: {
  schema: ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  draftKey: string;
  secret?: readonly (keyof Input)[];
}): ContractForm<Input, Output> {
  const { initial, save, clear } = useDraft<Input>(options.draftKey);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(options.schema),
    defaultValues: { ...options.defaultValues, ...initial } as DefaultValues<Input>,
    mode: 'onTouched',
    // The library would focus the first error twice, the second time away from a field that someone may already type in.
    shouldFocusError: false,
  });
  const secret = (options.secret ?? []).join();
  // Before early input is adopted, so that it is stored as well.
  useLayoutEffect(() => {
    const hidden = secret.split(',');
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const open = Object.entries(values).filter(([name]) => !hidden.includes(name));
        save(Object.fromEntries(open) as Partial<Input>);
      },
    });
  }, [form, save, secret]);
  useEarlyInput(Object.keys(options.defaultValues), (early) => {
    for (const [name, text] of Object.entries(early)) {
      form.setValue(name as FieldPath<Input>, text as PathValue<Input, FieldPath<Input>>);
    }
  });
  return {
    ...form,
    handleSubmit: (onValid, onInvalid) =>
      form.handleSubmit(onValid, (errors, event) => {
        focusFirst(errors, event?.target);
        return onInvalid?.(errors, event);
      }),
    showError: (error, fieldOfCode) => showIssues(form, error, fieldOfCode),
    clearDraft: clear,
  };
}

/** Focuses the first field of the sent form that has an error. */
function focusFirst(errors: object, sent: unknown): void {
  const form = sent instanceof Element ? sent.closest('form') : null;
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  fields.find(({ name }) => name !== '' && get(errors, name) !== undefined)?.focus();
}

function showIssues<Input extends FieldValues, Output>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'setError' | 'getValues'>,
  error: unknown,
  fieldOfCode: Record<string, FieldPath<Input>> = {},
): void {
  // The application says that a session is lost, and leads to sign-in.
  if (isUnauthorized(error)) return;
  const code = codeOf(error) ?? 'server';
  const fields = Object.keys(form.getValues());
  const found = issuesOf(error)
    .filter((issue) => fields.includes(issue.path.split('.')[0] ?? ''))
    .map((issue) => ({ path: issue.path as FieldPath<Input>, message: issue.message }));
  const field = fieldOfCode[code];
  if (found.length === 0 && field) found.push({ path: field, message: messageOf(error) });
  for (const [index, { path, message }] of found.entries()) {
    form.setError(path, { type: code, message }, { shouldFocus: index === 0 });
  }
  if (found.length === 0) form.setError('root.server', { type: code, message: messageOf(error) });
}
