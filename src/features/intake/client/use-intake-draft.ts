import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import type { SavedDraft } from '../intake.contract.ts';
import { DraftSaver } from './draft-saver.ts';
import { draftOptions } from './intake-queries.ts';
import { readUnsaved, storeUnsaved } from './unsaved-draft.ts';

/** The draft on the screen, saved on the server while it is typed. */
export function useIntakeDraft(userId: string, stored: SavedDraft | null) {
  const client = useQueryClient();
  const saving = useMutation(trpc.intake.saveDraft.mutationOptions());
  const save = useRef(saving.mutateAsync);
  save.current = saving.mutateAsync;
  const [saver] = useState(
    () =>
      new DraftSaver(
        {
          save: (input) => save.current(input),
          load: () => client.fetchQuery({ ...draftOptions(), staleTime: 0 }),
          store: (unsaved) => storeUnsaved(userId, unsaved),
          share: (newest) =>
            client.setQueryData(draftOptions().queryKey, (known) =>
              known && known.version > newest.version ? known : newest,
            ),
        },
        stored,
        readUnsaved(userId),
      ),
  );
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  useEffect(() => saver.follow(stored), [saver, stored]);
  useEffect(() => {
    const flush = () => void saver.flush();
    const flushHidden = () => document.visibilityState === 'hidden' && flush();
    addEventListener('online', flush);
    document.addEventListener('visibilitychange', flushHidden);
    return () => {
      removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', flushHidden);
      flush();
    };
  }, [saver]);
  return { saver, state };
}
