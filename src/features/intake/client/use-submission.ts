import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentUploads } from '#features/submissions/client/index.ts';
import { codeOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { DraftSaver } from './draft-saver.ts';
import { draftOptions } from './intake-queries.ts';

const NOT_SAVED = 'Your latest changes are not saved yet. Try again when you are connected.';

/** Submits the draft as it is saved, with every document that is uploaded. */
export function useSubmission(saver: DraftSaver, uploads: DocumentUploads) {
  const client = useQueryClient();
  const [preparing, setPreparing] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const command = useCommand(trpc.intake.submit.mutationOptions(), {
    keyed: true,
    onDone(answer) {
      saver.accept(answer);
      client.setQueryData(draftOptions().queryKey, answer);
      showToast({
        title: 'Application Submitted!',
        description: "We'll review your property and contact you within 2-3 business days.",
      });
    },
    onFailed(error) {
      if (['DRAFT_CHANGED', 'ALREADY_SUBMITTED'].includes(codeOf(error) ?? '')) void saver.compare();
    },
  });

  async function submit() {
    setPreparing(true);
    const isSaved = await saver.flush();
    await uploads.finished();
    setPreparing(false);
    setUnsaved(!isSaved);
    if (!isSaved) return;
    const { stored } = saver.state();
    await command.run({
      expectedVersion: stored?.version ?? 0,
      documentIds: uploads.documents.map(({ id }) => id),
    });
  }

  return {
    submit,
    busy: preparing || command.busy,
    failure: unsaved ? NOT_SAVED : (command.errorText ?? null),
  };
}
