import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { isNetworkFailure, messageOf } from '#platform/browser/errors.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import type { OnboardingDraft, OnboardingStep } from '../onboarding.contract.ts';
import { answersOf } from '../onboarding.rules.ts';
import { type loadOnboarding, recordOptions } from './onboarding-status.ts';
import { keepCompleted, keepIncomplete, keepProgress, keepSkipped } from './onboarding-storage.ts';

type StoredOnboarding = Awaited<ReturnType<typeof loadOnboarding>>;

const SAVED = 'Your answers are saved in this browser.';

/** Skipping, completing, postponing and resuming, each on the server first and then in this browser. */
export function useOnboardingActions(
  userId: string,
  { onLeave, onCompleted }: { onLeave?: (() => void) | undefined; onCompleted?: () => void } = {},
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const completing = useMutation(trpc.onboarding.complete.mutationOptions());
  const skipping = useMutation(trpc.onboarding.skip.mutationOptions());
  const postponing = useMutation(trpc.onboarding.finishLater.mutationOptions());
  const resuming = useMutation(trpc.onboarding.resume.mutationOptions());

  async function attempt(change: () => Promise<StoredOnboarding>): Promise<StoredOnboarding | null> {
    setFailure(null);
    try {
      const record = await change();
      queryClient.setQueryData(recordOptions().queryKey, record);
      return record;
    } catch (error) {
      setFailure(
        isNetworkFailure(error)
          ? `You seem to be offline. ${SAVED} Try again when you are connected.`
          : `${messageOf(error)} ${SAVED}`,
      );
      return null;
    }
  }

  function leaveFor(to: '/investor-dashboard' | '/investor-marketplace' | '/onboarding' | '/onboarding/kyc') {
    onLeave?.();
    void navigate({ to });
  }

  const complete = useSingleFlight(async (draft: OnboardingDraft) => {
    const answers = answersOf(draft);
    if (!answers || !(await attempt(() => completing.mutateAsync({ answers })))) return;
    keepCompleted(userId, answers);
    onCompleted?.();
    showToast({
      title: `Welcome to ${PRODUCT_NAME}!`,
      description: "Your preferences have been saved. Let's start investing!",
    });
  });

  const skip = useSingleFlight(async (step: OnboardingStep, answers: OnboardingDraft) => {
    const record = await attempt(() => skipping.mutateAsync({ step, answers }));
    if (!record) return;
    if (record.state === 'skipped') {
      keepSkipped(userId);
      showToast({
        title: 'Onboarding Skipped',
        description: 'You can complete it later from your dashboard.',
      });
    }
    leaveFor('/investor-dashboard');
  });

  const finishLater = useSingleFlight(async () => {
    const record = await attempt(() => postponing.mutateAsync());
    if (!record) return;
    keepIncomplete(userId);
    leaveFor('/investor-dashboard');
  });

  const resume = useSingleFlight(async () => {
    const record = await attempt(() => resuming.mutateAsync());
    if (!record) return;
    keepProgress(userId, record.step, record.answers);
    leaveFor('/onboarding');
  });

  return {
    complete,
    skip,
    finishLater,
    resume,
    leaveFor,
    failure,
    completing: completing.isPending,
    busy: [completing, skipping, postponing, resuming].some(({ isPending }) => isPending),
  };
}
