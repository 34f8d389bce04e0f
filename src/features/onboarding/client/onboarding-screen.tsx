import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { FormPageSkeleton } from '#ui/page-skeleton.tsx';
import type { OnboardingStep } from '../onboarding.contract.ts';
import { isOpenedOnPurpose } from '../onboarding.rules.ts';
import { useOnboarding } from './onboarding-status.ts';
import { OnboardingWelcome } from './onboarding-welcome.tsx';
import { OnboardingWizard } from './onboarding-wizard.tsx';
import { keepOpenedPage } from './opened-page.ts';
import { useStepInHistory } from './step-in-history.ts';
import { useOnboardingActions } from './use-onboarding-actions.ts';

interface OnboardingScreenProps {
  userId: string;
  /** Called before it goes to another page, where it is shown in place of one. */
  onLeave?: (() => void) | undefined;
}

/** The wizard, or the success screen once it is completed, in this tab or in another one. */
export function OnboardingScreen({ userId, onLeave }: OnboardingScreenProps) {
  const onboarding = useOnboarding(userId);
  const history = useStepInHistory();
  // Completed here, or opened again: then the steps in the browser's history can still be changed.
  const [mayChange, setMayChange] = useState(false);
  const show = (step: OnboardingStep | undefined) => {
    setMayChange(true);
    history.show(step);
  };
  const { pathname, href } = useLocation();
  const wantsPage = onLeave !== undefined && isOpenedOnPurpose(pathname);
  const actions = useOnboardingActions(userId, {
    onLeave,
    onCompleted: () => show(undefined),
    onSkipped() {
      if (wantsPage) keepOpenedPage(href);
    },
  });
  const { query, status } = onboarding;
  if (query.isPending) return <FormPageSkeleton />;
  if (query.error && status === 'none') {
    return (
      <ErrorState
        text={messageOf(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (status === 'skipped') return <ToDashboard onLeave={onLeave} />;
  if (status === 'completed' && !(mayChange && history.step)) {
    return (
      <OnboardingWelcome
        actions={actions}
        onChangeAnswers={() => show(1)}
        onContinue={wantsPage ? onLeave : null}
      />
    );
  }
  return <OnboardingWizard userId={userId} onboarding={onboarding} actions={actions} />;
}

/** A person who has skipped is not asked again. */
function ToDashboard({ onLeave }: Pick<OnboardingScreenProps, 'onLeave'>) {
  const navigate = useNavigate();
  useEffect(() => {
    onLeave?.();
    void navigate({ to: '/investor-dashboard', replace: true });
  }, [navigate, onLeave]);
  return <FormPageSkeleton />;
}
