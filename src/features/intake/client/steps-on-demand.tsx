import { dialogOnDemand, partOnDemand } from '#ui/on-demand.tsx';
import { FormPageSkeleton } from '#ui/page-skeleton.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const placeholder = () => <Skeleton className="h-96 w-full" />;

/** The later steps: their code comes while the first ones are filled in. */
export const DocumentsStep = partOnDemand(
  async () => (await import('./documents-step.tsx')).DocumentsStep,
  placeholder,
);
export const ValuationStep = partOnDemand(
  async () => (await import('./valuation-step.tsx')).ValuationStep,
  placeholder,
);
export const OwnershipStep = partOnDemand(
  async () => (await import('./ownership-step.tsx')).OwnershipStep,
  placeholder,
);
export const ReviewStep = partOnDemand(
  async () => (await import('./review-step.tsx')).ReviewStep,
  placeholder,
);
export const DiscardDraft = partOnDemand(
  async () => (await import('./discard-draft.tsx')).DiscardDraft,
  () => null,
);
export const SubmittedScreen = partOnDemand(
  async () => (await import('./submitted-screen.tsx')).SubmittedScreen,
  FormPageSkeleton,
);
export const StartAgain = partOnDemand(
  async () => (await import('./start-again.tsx')).StartAgain,
  FormPageSkeleton,
);
export const ConflictDialog = dialogOnDemand(
  async () => (await import('./conflict-dialog.tsx')).ConflictDialog,
);

/** Fetches the code of all of them ahead, so that a lost connection does not stop anyone later. */
export function prepareSteps(): void {
  for (const part of [
    DocumentsStep,
    ValuationStep,
    OwnershipStep,
    ReviewStep,
    SubmittedScreen,
    ConflictDialog,
  ])
    part.prepare();
}
