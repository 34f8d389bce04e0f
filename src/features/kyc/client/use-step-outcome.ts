import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { isNetworkFailure } from '#platform/browser/errors.ts';
import type { ContractForm } from '#platform/browser/forms.ts';
import type { KycApplication } from '../kyc.contract.ts';
import { applicationOptions } from './kyc-queries.ts';

/** What follows when a step was sent: the next step, or the same form with its values, which says why. */
export function useStepOutcome<Fields extends FieldValues, Values>(
  form: ContractForm<Fields, Values>,
  onSaved: () => void,
) {
  const queryClient = useQueryClient();
  return {
    onDone(application: KycApplication) {
      queryClient.setQueryData(applicationOptions().queryKey, application);
      onSaved();
    },
    onFailed(error: unknown) {
      if (isNetworkFailure(error)) form.setError('root.server', { type: 'offline' });
    },
  };
}
