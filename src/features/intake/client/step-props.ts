import type { DocumentUploads } from '#features/submissions/client/index.ts';
import type {
  IntakeDraft,
  IntakeStep,
  OwnershipInfo,
  PropertyDetails,
  ValuationData,
} from '../intake.contract.ts';
import type { IntakeField, Problem } from '../intake.rules.ts';

export interface StepProps {
  draft: IntakeDraft;
  valuation: ValuationData | null;
  uploads: DocumentUploads;
  /** Why the step is not valid yet. */
  problems: readonly Problem[];
  /** Error of a field that the person has left, or from the server. */
  errorOf: (field: IntakeField) => string | undefined;
  onBlur: (field: IntakeField) => void;
  onDetails: (change: Partial<PropertyDetails>) => void;
  onOwnership: (change: Partial<OwnershipInfo>) => void;
  onStep: (step: IntakeStep) => void;
}
