import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MIN_SEARCH_CHARACTERS } from '#kernel/search.ts';
import { SECOND } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { Suggestion } from '../search.contract.ts';

const PAUSE_MS = 150;

export interface Suggestions {
  items: readonly Suggestion[];
  /** False while the items are those of an older text. Choosing one still leads where it says. */
  fresh: boolean;
  failed: boolean;
}

/** The text as it was when its writer last paused. */
export function usePausedText(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/** Suggestions of the server for a text, once its writer pauses; the answer to an older text never counts as new. */
export function useSuggestions(text: string): Suggestions {
  const typed = text.trim();
  const asked = usePausedText(typed);
  const enough = typed.length >= MIN_SEARCH_CHARACTERS;
  const answer = useQuery({
    ...trpc.search.suggestions.queryOptions({ q: asked }),
    enabled: enough && asked.length >= MIN_SEARCH_CHARACTERS,
    staleTime: 30 * SECOND,
    placeholderData: keepPreviousData,
  });
  if (!enough) return { items: [], fresh: false, failed: false };
  const current = asked === typed && !answer.isPlaceholderData;
  return {
    items: answer.data ?? [],
    fresh: current && answer.isSuccess,
    failed: current && answer.isError && !answer.isFetching,
  };
}
