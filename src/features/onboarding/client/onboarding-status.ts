import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { OnboardingRecord } from '../onboarding.contract.ts';
import {
  hasTrace,
  type LocalOnboarding,
  localSnapshot,
  readLocal,
  subscribeToLocal,
} from './onboarding-storage.ts';

export const recordOptions = () => trpc.onboarding.record.queryOptions();

/** The server's record; for loaders of screens that remind of onboarding. */
export function loadOnboarding() {
  return queryClient.ensureQueryData(recordOptions());
}

type OnboardingStatus = 'none' | 'in progress' | 'skipped' | 'incomplete' | 'completed';

/** A person's status by the server, else as stored in this browser. */
export function onboardingStatusOf(
  local: LocalOnboarding,
  record: OnboardingRecord | undefined,
): OnboardingStatus {
  if (record && record.state !== 'none') return record.state;
  if (local.completed) return 'completed';
  if (local.step === 'skipped') return 'skipped';
  return hasTrace(local) ? 'in progress' : 'none';
}

/** This browser's copy of a person's onboarding, as it changes in any tab. */
export function useLocalOnboarding(userId: string): LocalOnboarding {
  useSyncExternalStore(subscribeToLocal, () => localSnapshot(userId));
  return readLocal(userId);
}

/** The person's status, and the server's record once it is known. */
export function useOnboarding(userId: string) {
  const local = useLocalOnboarding(userId);
  const query = useQuery(recordOptions());
  return { local, record: query.data, query, status: onboardingStatusOf(local, query.data) };
}
