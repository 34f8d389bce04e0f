import { SEARCH_FAILED } from '#features/search/client/index.ts';
import { counted } from '#kernel/plural.ts';

/** A destination or action of the palette. */
export interface PaletteEntry {
  id: string;
  group: 'Pages' | 'Actions' | 'Market' | 'People';
  label: string;
  /** Further search words. */
  words?: string;
  note?: string;
}

const plain = (text: string) => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');

/** Those that hold every word typed, by the beginning of a word first; all of them while nothing is typed. */
export function matching<Entry extends PaletteEntry>(entries: readonly Entry[], typed: string): Entry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const found = entries.flatMap((entry) => {
    const text = ` ${plain(`${entry.label} ${entry.words ?? ''}`)}`;
    if (!words.every((word) => text.includes(word))) return [];
    const begins = words.filter((word) => text.includes(` ${word}`)).length;
    return [{ entry, begins }];
  });
  return found.sort((one, other) => other.begins - one.begins).map(({ entry }) => entry);
}

interface SearchState {
  count: number;
  query: string;
  /** An answer of the server is under way. */
  waiting: boolean;
  failed: boolean;
}

/** What is read out about the entries found for a text; nothing while more may come. */
export function statusOf({ count, query, waiting, failed }: SearchState): string {
  if (failed) return SEARCH_FAILED;
  if (count > 0) return counted(count, 'result');
  return waiting ? '' : `Nothing found for “${query}”`;
}
