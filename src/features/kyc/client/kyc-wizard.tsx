import type { CurrentUser } from '#platform/browser/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { Progress } from '#ui/progress.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import type { KycApplication } from '../kyc.contract.ts';
import { firstOpenKycStep, KYC_STEPS, type KycStep } from '../kyc.rules.ts';
import { AddressStep } from './address-step.tsx';
import { DocumentsStep } from './documents-step.tsx';
import { EmploymentStep } from './employment-step.tsx';
import { RequestList } from './kyc-status-page.tsx';
import { stepTexts } from './kyc-texts.ts';
import { PersonalStep } from './personal-step.tsx';
import type { StepProps } from './step-props.ts';

export interface WizardProps {
  user: CurrentUser;
  application: KycApplication;
  step: KycStep | null;
  onStep: (step: KycStep | null) => void;
  /** True from when the application is being submitted, unless that fails. */
  onSubmitting: (submitting: boolean) => void;
}

/** The four steps; none can be opened before those in front of it are complete. */
export function KycWizard({ user, application, step: wanted, onStep, onSubmitting }: WizardProps) {
  const open = firstOpenKycStep(application);
  const step = Math.min(wanted ?? open, open) as KycStep;
  const props: StepProps = {
    user,
    application,
    onPrevious: step === 1 ? null : () => onStep((step - 1) as KycStep),
    onNext: () => onStep((step + 1) as KycStep),
  };
  const percent = (step / KYC_STEPS) * 100;
  return (
    <>
      <Progress
        label={`Step ${step} of ${KYC_STEPS}`}
        value={percent}
        valueText={`${percent}%`}
        className="mb-6"
      />
      {application.status === 'requires_additional_info' && (
        <Alert tone="warning" title="The reviewer needs this" className="mb-6">
          <RequestList requests={application.requests} />
        </Alert>
      )}
      <Card as="div">
        <StepHeading step={step} {...stepTexts[step]} />
        {step === 1 && <PersonalStep {...props} />}
        {step === 2 && <AddressStep {...props} />}
        {step === 3 && <EmploymentStep {...props} />}
        {step === 4 && <DocumentsStep {...props} onStep={onStep} onSubmitting={onSubmitting} />}
      </Card>
      <p className="mt-5 text-center text-sm text-muted">
        Each step is saved as a draft when you continue. Only you can see it until you submit it.
      </p>
    </>
  );
}
