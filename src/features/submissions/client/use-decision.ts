import { useRef } from 'react';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { refreshed } from '#platform/browser/refresh.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';

export type DecisionKind = 'approve' | 'reject';

/** Subject of a decision, at the version that is on the screen. */
export interface Decidable {
  id: string;
  version: number;
  name: string;
  ownerName: string;
}

/** Refusals after which the page is outdated. */
const outdated = new Set(['SUBMISSION_CHANGED', 'ALREADY_DECIDED']);

interface DecisionOptions {
  /** The version that the reviewer began with, where the screen has been refreshed since. */
  openedVersion?: number;
  /** It was refused, because someone else was first. */
  onAlreadyDecided?: () => void;
  /** It was refused, and the screen shows the news. */
  onRefreshed?: () => void;
}

/** Approves or rejects a submission; `approve` and `reject` are true when it is decided. */
export function useDecision(
  { id: submissionId, version, name, ownerName }: Decidable,
  { openedVersion: begunWith = version, onAlreadyDecided, onRefreshed }: DecisionOptions = {},
) {
  const isOutdated = useRef(false);
  /** Own steps since have refreshed the page, and not said what else changed. */
  const openedVersion = useRef(begunWith);
  const onFailed = (error: unknown) => {
    const code = codeOf(error) ?? '';
    isOutdated.current = outdated.has(code);
    if (code === 'ALREADY_DECIDED') onAlreadyDecided?.();
    if (isOutdated.current)
      showToast({ title: 'Decision not saved', description: messageOf(error), variant: 'destructive' });
  };
  const approval = useCommand(trpc.submissions.approve.mutationOptions(), {
    keyed: true,
    onDone: () =>
      showToast({
        title: 'Property Approved',
        description: `${name} is on the market, and ${ownerName} was notified.`,
      }),
    onFailed,
  });
  const rejection = useCommand(trpc.submissions.reject.mutationOptions(), {
    keyed: true,
    onDone: () =>
      showToast({
        title: 'Property Rejected',
        description: `${name} is not listed, and ${ownerName} was notified of your reason.`,
      }),
    onFailed,
  });

  /** The dialog closes when there is news, so that the next one is about that. */
  async function decided(decide: () => Promise<unknown>): Promise<boolean> {
    if (isOutdated.current) openedVersion.current = version;
    isOutdated.current = false;
    const isDone = (await decide()) !== null;
    if (isOutdated.current) {
      await refreshed();
      onRefreshed?.();
    }
    return isDone || isOutdated.current;
  }

  const shown = () => ({ submissionId, version, openedVersion: openedVersion.current });

  return {
    approve: () => decided(() => approval.run(shown())),
    reject: (reason: string) => decided(() => rejection.run({ ...shown(), reason })),
    busy: approval.busy || rejection.busy,
    failure: approval.errorText ?? rejection.errorText,
    clearFailure() {
      approval.reset();
      rejection.reset();
    },
  };
}
