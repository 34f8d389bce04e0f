import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import type { DraftChange, MonthDraft } from '../entries.contract.ts';
import { draftAfter } from '../entries.rules.ts';
import { monthDraftOptions } from './distribution-queries.ts';
import { changesOf, type EditedMonth, type SavedMonth } from './draft-changes.ts';

/** Delay between a change and its saving. */
const SAVE_AFTER_MS = 1_000;

/** A month as it is edited and as it was saved last. */
function useEditedMonth(draft: MonthDraft) {
  const [edited, setEdited] = useState<EditedMonth>(draft);
  const [saved, setSaved] = useState<SavedMonth>({
    version: draft.version,
    content: edited,
  });
  /** Both as of the newest change, for what runs between two renderings. */
  const latest = useRef({ edited, saved });
  latest.current = { edited, saved };

  const markSaved = useCallback((month: SavedMonth) => {
    setSaved(month);
    latest.current = { ...latest.current, saved: month };
  }, []);

  const change = useCallback((make: (current: EditedMonth) => EditedMonth) => {
    const next = make(latest.current.edited);
    latest.current = { ...latest.current, edited: next };
    setEdited(next);
  }, []);

  const adopt = useCallback(
    (newer: MonthDraft) => {
      change(() => newer);
      markSaved({ version: newer.version, content: newer });
    },
    [change, markSaved],
  );

  return { edited, saved, latest, markSaved, change, adopt };
}

/** Applies an answer to the loaded month. Null when the loaded month has another version; it is loaded again then. */
function applyAnswer(
  client: QueryClient,
  { queryKey }: ReturnType<typeof monthDraftOptions>,
  before: string,
  answer: DraftChange,
): MonthDraft | null {
  const read = client.getQueryData(queryKey);
  const newer = read?.version === before ? draftAfter(read, answer) : null;
  if (newer) client.setQueryData(queryKey, newer);
  // What is being loaded may be what was there before.
  if (!newer || client.isFetching({ queryKey }) > 0) void client.refetchQueries({ queryKey });
  return newer;
}

/** Saves a moment after each change, and when the screen is left. */
function useAutosave({
  edited,
  isChanged,
  save,
}: {
  edited: EditedMonth;
  isChanged: boolean;
  save: () => Promise<unknown>;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
  useEffect(() => {
    if (!isChanged) return;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [edited, isChanged, save]);

  const atLeaving = useRef(save);
  atLeaving.current = save;
  useEffect(() => () => void atLeaving.current(), []);
}

/** The entries of a month. A change shows immediately and is saved a moment later, one save after the other. */
export function useMonthDraft(draft: MonthDraft) {
  const client = useQueryClient();
  const options = monthDraftOptions(draft.propertyId, draft.month);
  const { edited, saved, latest, markSaved, change, adopt } = useEditedMonth(draft);
  const saving = useRef<Promise<unknown> | null>(null);
  /** A file was removed: rows and balances of other files may follow, which only the server says. */
  const awaitsAnswer = useRef(false);

  function adoptAnswer(before: string, answer: DraftChange) {
    const newer = applyAnswer(client, options, before, answer);
    if (newer) adopt(newer);
  }

  const isChanged = edited !== saved.content;
  // Only a newly loaded version is adopted: right after an answer the query still has the old one.
  const [loaded, setLoaded] = useState(draft.version);
  if (draft.version !== loaded) {
    setLoaded(draft.version);
    // Changed elsewhere, while nothing waits here.
    if (!isChanged && draft.version !== saved.version && saving.current === null) adopt(draft);
  }

  const command = useCommand(trpc.distributions.saveMonthDraft.mutationOptions(), {
    onDone(answer, { version: before }) {
      const sentMonth = { version: answer.version, content: sent.current ?? latest.current.edited };
      markSaved(sentMonth);
      const newer = applyAnswer(client, options, before, answer);
      if (!newer || !awaitsAnswer.current || latest.current.edited !== sentMonth.content) return;
      awaitsAnswer.current = false;
      adopt(newer);
    },
  });
  const sent = useRef<EditedMonth | null>(null);
  const { run } = command;

  /** Saves what is not saved; returns the version to continue with, or null when it could not be saved. */
  const save = useCallback(async (): Promise<string | null> => {
    for (;;) {
      while (saving.current) await saving.current;
      const { edited: now, saved: before } = latest.current;
      if (now === before.content) return before.version;
      sent.current = now;
      if (now.imports.length < before.content.imports.length) awaitsAnswer.current = true;
      const answered = run({ ...changesOf(before, now), propertyId: draft.propertyId, month: draft.month });
      saving.current = answered;
      const answer = await answered;
      saving.current = null;
      if (answer === null) return null;
    }
  }, [run, draft, latest]);

  useAutosave({ edited, isChanged, save });

  const fresh = useQuery({ ...options, enabled: false });
  async function loadAgain() {
    const { data } = await fresh.refetch();
    command.reset();
    if (data) adopt(data);
  }

  return {
    ...edited,
    version: saved.version,
    change,
    save,
    adoptAnswer,
    loadAgain,
    isChanged,
    saving: command.busy,
    error: command.error,
  };
}

export type EditableMonth = ReturnType<typeof useMonthDraft>;
