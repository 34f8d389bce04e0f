import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { codeOf, isNetworkFailure, messageOf } from '#platform/browser/errors.ts';
import type { ContractForm } from '#platform/browser/forms.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { KycApplication } from '../kyc.contract.ts';
import { applicationOptions } from './kyc-queries.ts';

interface StepSaving<Input extends FieldValues, Output> {
  form: ContractForm<Input, Output>;
  send: (output: Output) => Promise<KycApplication>;
  onSaved: () => void;
  fieldOfCode?: Record<string, FieldPath<Input>>;
}

/** Saves a step on the server and goes on; what could not be saved stays in the form and says so. */
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
      if (handleUnauthorized(error)) return;
      if (isNetworkFailure(error)) return form.setError('root.server', { type: 'offline' });
      if (codeOf(error) === 'KYC_LOCKED') void queryClient.invalidateQueries(trpc.kyc.pathFilter());
      form.showError(error, fieldOfCode);
    }
  });
}

/** Runs a change of the application outside a form; answers what went wrong in words. */
export function useChange() {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  async function attempt(change: () => Promise<unknown>): Promise<boolean> {
    setFailure(null);
    try {
      await change();
      return true;
    } catch (error) {
      if (handleUnauthorized(error)) return false;
      setFailure(messageOf(error));
      // It may have been submitted or decided elsewhere.
      void queryClient.invalidateQueries(trpc.kyc.pathFilter());
      return false;
    }
  }
  return { failure, attempt };
}
