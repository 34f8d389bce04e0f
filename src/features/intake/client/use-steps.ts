import { type FormEvent, useState } from 'react';
import { useDocumentUploads } from '#features/submissions/client/index.ts';
import { INTAKE_STEPS, type IntakeStep } from '../intake.contract.ts';
import { firstOpenStep, type IntakeField, missingText, problemsOf } from '../intake.rules.ts';
import type { DraftSaver, DraftState } from './draft-saver.ts';
import type { StepProps } from './step-props.ts';
import { useSubmission } from './use-submission.ts';

/** The step that the wizard shows, what is still missing in it, and the way to the next one. */
export function useSteps(saver: DraftSaver, { draft, stored }: DraftState) {
  const uploads = useDocumentUploads({ wayIn: 'wizard' });
  const submission = useSubmission(saver, uploads);
  const [left, setLeft] = useState<ReadonlySet<IntakeField>>(() => new Set());
  const valuation = stored?.valuationData ?? null;
  const documentKinds = uploads.usableKinds;
  const facts = { valuation, documentKinds, now: new Date() };
  // While the documents load, nobody is sent back to their step.
  const open = uploads.isLoading ? draft.currentStep : firstOpenStep(draft, facts);
  const step = Math.min(draft.currentStep, open) as IntakeStep;
  const problems = problemsOf(step, draft, facts);
  const missing = uploads.isSending && step === 2 ? 'Files are still being uploaded.' : missingText(problems);
  const goTo = (next: IntakeStep) => saver.change({ ...draft, currentStep: next });
  const stepProps: StepProps = {
    draft,
    valuation,
    uploads,
    problems,
    errorOf: (field) =>
      problems.find((one) => one.field === field && (left.has(field) || !one.isMissing))?.message,
    onBlur: (field) => setLeft((before) => new Set(before).add(field)),
    onDetails: (change) =>
      saver.change({ ...draft, propertyDetails: { ...draft.propertyDetails, ...change } }),
    onOwnership: (change) => saver.change({ ...draft, ownershipInfo: { ...draft.ownershipInfo, ...change } }),
    onStep: goTo,
  };

  function advance(event: FormEvent) {
    event.preventDefault();
    if (missing !== null) return;
    if (step === INTAKE_STEPS) void submission.submit();
    else goTo((step + 1) as IntakeStep);
  }

  return { step, missing, uploads, submission, stepProps, goTo, advance };
}
