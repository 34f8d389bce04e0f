import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Progress } from '#ui/progress.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { type OnboardingDraft, type OnboardingStep, onboardingDraft } from '../onboarding.contract.ts';
import { firstOpenStep, isStepComplete, ONBOARDING_STEPS, progressOf } from '../onboarding.rules.ts';
import type { useOnboarding } from './onboarding-status.ts';
import { stepFields } from './onboarding-step-fields.tsx';
import { keepProgress } from './onboarding-storage.ts';
import { stepTexts } from './onboarding-texts.ts';
import { useStepInHistory } from './step-in-history.ts';
import type { useOnboardingActions } from './use-onboarding-actions.ts';

interface OnboardingWizardProps {
  userId: string;
  onboarding: ReturnType<typeof useOnboarding>;
  actions: ReturnType<typeof useOnboardingActions>;
}

interface Start {
  step: OnboardingStep;
  draft: OnboardingDraft;
}

/** First state: this browser's draft, else the server's. */
function startOf({ onboarding: { local, record } }: OnboardingWizardProps): Start {
  const stored = typeof local.step === 'number' ? onboardingDraft.safeParse(local.draft ?? {}) : null;
  return {
    draft: stored?.success ? stored.data : (record?.answers ?? {}),
    step: stored?.success ? (local.step as OnboardingStep) : (record?.step ?? 1),
  };
}

export function OnboardingWizard(props: OnboardingWizardProps) {
  const { userId, actions } = props;
  const [start] = useState(() => startOf(props));
  const [draft, setDraft] = useState(start.draft);
  const history = useStepInHistory();
  // Never beyond a step that misses an answer.
  const step = Math.min(history.step ?? start.step, firstOpenStep(draft)) as OnboardingStep;
  const Fields = stepFields[step];
  const isLast = step === ONBOARDING_STEPS;

  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) keepProgress(userId, step, draft);
    shown.current = step;
  }, [userId, step, draft]);

  function change(answers: OnboardingDraft) {
    setDraft({ ...draft, ...answers });
    keepProgress(userId, step, { ...draft, ...answers });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isStepComplete(step, draft)) return;
    if (isLast) actions.complete(draft);
    else history.next(step);
  }

  return (
    <div className="page-width max-w-3xl py-6 sm:py-10">
      <PageHeader
        title={`Welcome to ${PRODUCT_NAME}`}
        description="Five short steps. Your answers decide what we show you first, and you can change them at any time."
        className="mb-6"
      />
      <Progress
        label={`Step ${step} of ${ONBOARDING_STEPS}`}
        value={progressOf(step)}
        valueText={`${progressOf(step)}% complete`}
        className="mb-6"
      />
      <form onSubmit={submit} noValidate>
        <Card as="div">
          <StepHeading step={step} {...stepTexts[step]} />
          <div className="mt-6 grid gap-7">
            <Fields draft={draft} onChange={change} />
          </div>
          {actions.failure && (
            <Alert tone="danger" title="Not saved yet" className="mt-6">
              {actions.failure}
            </Alert>
          )}
          <div className="mt-8 flex justify-between gap-3">
            <Button
              variant="secondary"
              disabled={step === 1 || actions.busy}
              onClick={() => history.previous(step)}
            >
              <ArrowLeft size={18} aria-hidden="true" />
              Previous
            </Button>
            <Button
              type="submit"
              disabled={!isStepComplete(step, draft)}
              busy={actions.completing}
              busyText="Saving"
            >
              {isLast ? 'Complete Setup' : 'Next'}
              {!isLast && <ArrowRight size={18} aria-hidden="true" />}
            </Button>
          </div>
        </Card>
      </form>
      <p className="mt-5 text-center">
        <Button variant="quiet" disabled={actions.busy} onClick={() => actions.skip(step, draft)}>
          Skip for now — explore the platform
        </Button>
      </p>
    </div>
  );
}
