import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { isNetworkFailure, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { OnboardingDraft, OnboardingStep } from '../onboarding.contract.ts';
import { answersOf } from '../onboarding.rules.ts';
import { type loadOnboarding, recordOptions } from './onboarding-status.ts';
import { keepCompleted, keepIncomplete, keepProgress, keepSkipped } from './onboarding-storage.ts';

type StoredOnboarding = Awaited<ReturnType<typeof loadOnboarding>>;

interface OnboardingEvents {
  onLeave?: (() => void) | undefined;
  onCompleted?: () => void;
  onSkipped?: () => void;
}

const SAVED = 'Your answers are saved in this browser.';

/** Skipping, completing, postponing and resuming, each on the server first and then in this browser. */
export function useOnboardingActions(
  userId: string,
  { onLeave, onCompleted, onSkipped }: OnboardingEvents = {},
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);

  const show = (record: StoredOnboarding) => queryClient.setQueryData(recordOptions().queryKey, record);

  const onFailed = (error: unknown) =>
    setFailure(
      isNetworkFailure(error)
        ? `You seem to be offline. ${SAVED} Try again when you are connected.`
        : `${messageOf(error)} ${SAVED}`,
    );

  function leaveFor(to: '/investor-dashboard' | '/investor-marketplace' | '/onboarding' | '/onboarding/kyc') {
    onLeave?.();
    void navigate({ to });
  }

  const completing = useCommand(trpc.onboarding.complete.mutationOptions(), {
    onFailed,
    onDone(record, { answers }) {
      show(record);
      keepCompleted(userId, answers);
      onCompleted?.();
      showToast({
        title: `Welcome to ${PRODUCT_NAME}!`,
        description: "Your preferences have been saved. Let's start investing!",
      });
    },
  });
  const skipping = useCommand(trpc.onboarding.skip.mutationOptions(), {
    onFailed,
    onDone(record) {
      show(record);
      if (record.state === 'skipped') {
        keepSkipped(userId);
        onSkipped?.();
        showToast({
          title: 'Onboarding Skipped',
          description: 'You can complete it later from your dashboard.',
        });
      }
      leaveFor('/investor-dashboard');
    },
  });
  const postponing = useCommand(trpc.onboarding.finishLater.mutationOptions(), {
    onFailed,
    onDone(record) {
      show(record);
      keepIncomplete(userId);
      leaveFor('/investor-dashboard');
    },
  });
  const resuming = useCommand(trpc.onboarding.resume.mutationOptions(), {
    onFailed,
    onDone(record) {
      show(record);
      keepProgress(userId, record.step, record.answers);
      leaveFor('/onboarding');
    },
  });

  function attempt(run: () => unknown) {
    setFailure(null);
    run();
  }

  return {
    complete(draft: OnboardingDraft) {
      const answers = answersOf(draft);
      if (answers) attempt(() => completing.run({ answers }));
    },
    skip: (step: OnboardingStep, answers: OnboardingDraft) => attempt(() => skipping.run({ step, answers })),
    finishLater: () => attempt(() => postponing.run()),
    resume: () => attempt(() => resuming.run()),
    leaveFor,
    failure,
    completing: completing.busy,
    busy: [completing, skipping, postponing, resuming].some(({ busy }) => busy),
  };
}
