import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Progress } from '#ui/progress.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { INTAKE_STEPS, type IntakeStep } from '../intake.contract.ts';
import { stepTitle } from '../intake.rules.ts';
import { DetailsStep } from './details-step.tsx';
import type { DraftSaver, DraftState } from './draft-saver.ts';
import { stepText } from './intake-texts.ts';
import { SaveStatus } from './save-status.tsx';
import {
  ConflictDialog,
  DiscardDraft,
  DocumentsStep,
  OwnershipStep,
  prepareSteps,
  ReviewStep,
  ValuationStep,
} from './steps-on-demand.tsx';
import { useCalculation } from './use-calculation.ts';
import { useSteps } from './use-steps.ts';

interface WizardProps {
  saver: DraftSaver;
  state: DraftState;
  onDiscarded: () => void;
}

/** The five steps; none can be opened before those in front of it are valid. */
export function IntakeWizard({ saver, state, onDiscarded }: WizardProps) {
  const { draft, stored, conflict } = state;
  const { step, missing, uploads, submission, stepProps, goTo, advance } = useSteps(saver, state);
  const calculation = useCalculation(saver);
  const [comparing, setComparing] = useState(true);
  const missingId = useId();
  useEffect(prepareSteps, []);
  return (
    <div className="page-width max-w-3xl py-6 sm:py-10">
      <PageHeader title="Owner intake wizard" className="mb-5" />
      <Progress
        label={`Step ${step} of ${INTAKE_STEPS}`}
        value={(step / INTAKE_STEPS) * 100}
        valueText={`${(step / INTAKE_STEPS) * 100}%`}
        className="mb-5"
      />
      <form onSubmit={advance} noValidate>
        <Card as="div">
          <StepHeading step={step} title={stepTitle[step]} text={stepText[step]} />
          <div className="mt-6">
            {step === 1 && <DetailsStep {...stepProps} />}
            {step === 2 && <DocumentsStep {...stepProps} />}
            {step === 3 && <ValuationStep {...stepProps} calculation={calculation} />}
            {step === 4 && <OwnershipStep {...stepProps} />}
            {step === 5 && <ReviewStep {...stepProps} />}
          </div>
          {submission.failure && step === INTAKE_STEPS && (
            <Alert tone="danger" title="Not submitted yet" className="mt-6">
              {submission.failure}
            </Alert>
          )}
          <p id={missingId} aria-live="polite" className="mt-6 min-h-5 text-end text-sm text-muted">
            {missing}
          </p>
          <StepButtons
            step={step}
            disabled={missing !== null}
            describedBy={missingId}
            busy={submission.busy}
            onPrevious={() => goTo((step - 1) as IntakeStep)}
          />
        </Card>
      </form>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
        <SaveStatus state={state} onCompare={() => setComparing(true)} />
        {stored && (
          <DiscardDraft
            version={stored.version}
            documents={uploads.documents.length}
            label="Discard application"
            onDiscarded={onDiscarded}
            onStale={() => void saver.compare()}
          />
        )}
      </div>
      {conflict && comparing && (
        <ConflictDialog
          mine={draft}
          theirs={conflict.stored}
          onClose={() => setComparing(false)}
          onMine={() => saver.keepMine()}
          onTheirs={() => saver.takeTheirs()}
        />
      )}
    </div>
  );
}

interface StepButtonsProps {
  step: IntakeStep;
  disabled: boolean;
  /** The element that says why the step is not valid. */
  describedBy: string;
  busy: boolean;
  onPrevious: () => void;
}

function StepButtons({ step, disabled, describedBy, busy, onPrevious }: StepButtonsProps) {
  const isLast = step === INTAKE_STEPS;
  return (
    <div className="mt-2 flex flex-wrap justify-between gap-3 max-sm:*:grow">
      <Button variant="secondary" disabled={step === 1 || busy} onClick={onPrevious}>
        <ArrowLeft size={18} aria-hidden="true" />
        Previous
      </Button>
      <Button
        type="submit"
        disabled={disabled}
        aria-describedby={describedBy}
        busy={busy}
        busyText="Submitting"
      >
        {isLast ? 'Submit Application' : 'Next'}
        {!isLast && <ArrowRight size={18} aria-hidden="true" />}
      </Button>
    </div>
  );
}
