import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDocumentUploads } from '#features/submissions/client/index.ts';
import { refresh } from '#platform/browser/refresh.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { SavedDraft } from '../intake.contract.ts';
import { DiscardDraft } from './discard-draft.tsx';
import { draftOptions } from './intake-queries.ts';
import { storeUnsaved } from './unsaved-draft.ts';

interface StartAgainProps {
  userId: string;
  /** The rejected submission. */
  submissionId: string;
  /** The application that is in the wizard now. */
  stored: SavedDraft | null;
  /** Leads to the wizard. */
  onWizard: () => void;
}

/** Shown before the wizard is filled with a rejected submission: another open application has to be discarded first. */
export function StartAgain({ userId, submissionId, stored, onWizard }: StartAgainProps) {
  const client = useQueryClient();
  const rejected = useQuery(trpc.submissions.own.queryOptions({ submissionId }));
  const uploads = useDocumentUploads({ wayIn: 'wizard' });
  const { queryKey } = draftOptions();
  const starting = useCommand(trpc.intake.startAgain.mutationOptions(), {
    onDone(draft) {
      storeUnsaved(userId, null);
      client.setQueryData(queryKey, draft);
      onWizard();
    },
  });
  const begun = stored && !stored.completed && stored.earlierId !== submissionId ? stored : null;
  const name = rejected.data?.fields.name ?? 'your property';
  return (
    <div className="page-width max-w-3xl py-6 sm:py-10">
      <PageHeader title="Owner intake wizard" className="mb-5" />
      <Card as="div">
        <h2 className="text-2xl">Start again with {name}</h2>
        {rejected.data?.reason && (
          <p className="mt-2 whitespace-pre-line text-muted wrap-anywhere">
            It was rejected: {rejected.data.reason}
          </p>
        )}
        <p className="mt-2">
          The wizard is filled in with your earlier answers and documents. Change what needs to change. Our
          reviewers see the differences.
        </p>
        {begun && (
          <Alert tone="warning" title="You have another application in progress" className="mt-5">
            {begun.propertyDetails.address || 'An application without an address'} is in the wizard. Submit or
            discard it first.
          </Alert>
        )}
        {starting.errorText && (
          <Alert tone="danger" className="mt-5">
            {starting.errorText}
          </Alert>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {begun ? (
            <>
              <Button onClick={onWizard}>Continue that application</Button>
              <DiscardDraft
                version={begun.version}
                documents={uploads.documents.length}
                label="Discard it"
                onDiscarded={() => {
                  storeUnsaved(userId, null);
                  client.setQueryData(queryKey, null);
                }}
                onStale={() => refresh(['intake.draft'])}
              />
            </>
          ) : (
            <Button
              busy={starting.busy}
              busyText="Filling in"
              onClick={() => void starting.run({ submissionId })}
            >
              Start again
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}
