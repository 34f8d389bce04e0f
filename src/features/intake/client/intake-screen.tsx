import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { FormPageSkeleton } from '#ui/page-skeleton.tsx';
import type { SavedDraft } from '../intake.contract.ts';
import { draftOptions } from './intake-queries.ts';
import { StartAgain, SubmittedScreen } from './steps-on-demand.tsx';
import { useIntakeDraft } from './use-intake-draft.ts';

const IntakeWizard = partOnDemand(
  async () => (await import('./intake-wizard.tsx')).IntakeWizard,
  FormPageSkeleton,
);

interface IntakeScreenProps {
  userId: string;
  /** The rejected submission to start again with; null for the wizard itself. */
  again: string | null;
  onWizard: () => void;
}

export function IntakeScreen({ userId, again, onWizard }: IntakeScreenProps) {
  const query = useQuery(draftOptions());
  useEffect(IntakeWizard.prepare, []);
  if (query.data !== undefined && again !== null)
    return <StartAgain userId={userId} submissionId={again} stored={query.data} onWizard={onWizard} />;
  if (query.data !== undefined) return <Intake userId={userId} stored={query.data} />;
  if (query.isPending) return <FormPageSkeleton />;
  return (
    <ErrorState
      text={messageOf(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

function Intake({ userId, stored }: { userId: string; stored: SavedDraft | null }) {
  const client = useQueryClient();
  const { saver, state } = useIntakeDraft(userId, stored);
  const beginEmpty = () => {
    client.setQueryData(draftOptions().queryKey, null);
    saver.reset();
  };
  return state.stored?.completed ? (
    <SubmittedScreen draft={state.stored} onStarted={beginEmpty} />
  ) : (
    <IntakeWizard saver={saver} state={state} onDiscarded={beginEmpty} />
  );
}
