import { oneLine } from './text.ts';

/** The search box does not search for fewer characters. */
export const MIN_SEARCH_CHARACTERS = 2;

/**
 * Typed text as a text search query of Postgres: every word must be there, and each may be unfinished.
 * Null when there is no word in it.
 */
export function wordsQueryOf(typed: string): string | null {
  const words = wordsOf(typed);
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');
}

/** The words of a text, without separators. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const MAX_SEARCH_CHARACTERS = 100;

/** The search text that an address carries, in a form that every list accepts; undefined when it carries none. */
export function searchTextOf(raw: unknown): string | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const text = oneLine(String(raw)).slice(0, MAX_SEARCH_CHARACTERS);
  return text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim() || undefined;
}
