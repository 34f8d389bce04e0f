import { useQueryClient } from '@tanstack/react-query';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { isNetworkFailure } from '#platform/browser/errors.ts';
import type { ContractForm } from '#platform/browser/forms.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import type { KycApplication } from '../kyc.contract.ts';
import { applicationOptions } from './kyc-queries.ts';

interface StepSaving<Input extends FieldValues, Output> {
  form: ContractForm<Input, Output>;
  send: (output: Output) => Promise<KycApplication>;
  onSaved: () => void;
  fieldOfCode?: Record<string, FieldPath<Input>>;
}

/** Saves a step on the server and continues. If that fails, the values stay in the form, which shows the error. */
export function useStepSaving<Input extends FieldValues, Output>({
  form,
  send,
  onSaved,
  fieldOfCode,
}: StepSaving<Input, Output>) {
  const queryClient = useQueryClient();
  return useSingleFlight(async (output: Output) => {
    try {
      const application = await send(output);
      queryClient.setQueryData(applicationOptions().queryKey, application);
      form.clearDraft();
      onSaved();
    } catch (error) {
      if (isNetworkFailure(error)) return form.setError('root.server', { type: 'offline' });
      form.showError(error, fieldOfCode);
    }
  });
}
