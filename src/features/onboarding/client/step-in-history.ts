import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { OnboardingStep } from '../onboarding.contract.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step of onboarding that this entry of the browser's history shows. */
    onboardingStep?: OnboardingStep | undefined;
    /** The entry before this one shows the step before. */
    followsPreviousStep?: boolean | undefined;
  }
}

/** The wizard's step as an entry of the browser's history, so that Back goes a step back. */
export function useStepInHistory() {
  const router = useRouter();
  const navigate = useNavigate();
  const { onboardingStep, followsPreviousStep } = useLocation({ select: ({ state }) => state });

  /** Adds an entry for a step, or with `undefined` for the screen after the last one. */
  function push(step: OnboardingStep | undefined, from?: OnboardingStep) {
    void navigate({
      to: '.',
      search: true,
      state: { onboardingStep: step, followsPreviousStep: step !== undefined && step - 1 === from },
      resetScroll: false,
    });
  }

  return {
    step: onboardingStep,
    show: push,
    next: (from: OnboardingStep) => push((from + 1) as OnboardingStep, from),
    previous: (from: OnboardingStep) =>
      followsPreviousStep ? router.history.back() : push((from - 1) as OnboardingStep),
  };
}
