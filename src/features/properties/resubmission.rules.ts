import { offeringErrors } from '#features/offerings/offerings.contract.ts';
import type { ErrorDefinition } from '#kernel/errors.ts';
import type { PropertyStatus } from './properties.contract.ts';
import { resubmissionErrors } from './simple-form-versions.contract.ts';

/** Why a property cannot be submitted again now, or null. */
export function refuseResubmission(facts: {
  status: PropertyStatus;
  offering: 'open' | 'funded' | 'failed';
  refunded: boolean;
  escrowCents: number;
}): ErrorDefinition | null {
  if (facts.status !== 'rejected') return resubmissionErrors.NOT_REJECTED;
  if (facts.offering === 'failed' && !facts.refunded) return offeringErrors.REFUNDS_RUNNING;
  return facts.escrowCents > 0 ? resubmissionErrors.ESCROW_NOT_EMPTY : null;
}
