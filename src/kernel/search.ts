import { oneLine } from './text.ts';

/** The search box searches for nothing with fewer characters. */
export const LEAST_SEARCH_CHARACTERS = 2;

/**
 * What a person typed, as a text search query of Postgres: every word must be there, and each may be unfinished.
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

const MAX_SEARCH_LENGTH = 100;

/** The text to search for that an address carries, as every list takes it; undefined when it carries none. */
export function searchTextOf(raw: unknown): string | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const text = oneLine(String(raw)).slice(0, MAX_SEARCH_LENGTH);
  return text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim() || undefined;
}
