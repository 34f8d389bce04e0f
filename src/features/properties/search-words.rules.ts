import { wordsOf } from '#kernel/search.ts';

/** Shorter words are one letter away from too many others. */
const MIN_CORRECTED_CHARACTERS = 4;

/** The distinct words that a text can be searched by, in lower case. */
export function searchedWords(typed: string): string[] {
  return [...new Set(wordsOf(typed.toLowerCase()))];
}

/** Whether typing errors in this word are forgiven; a number means exactly itself. */
export function isCorrectable(word: string): boolean {
  return word.length >= MIN_CORRECTED_CHARACTERS && /^\p{L}+$/u.test(word);
}

/** A word itself, and every form of it that lacks one letter. */
export function formsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** Whether one letter too many, missing, wrong or swapped with the next makes one word of the other. */
export function isOneTypingErrorApart(one: string, other: string): boolean {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < shorter.length && longer[start] === shorter[start]) start += 1;
  const rest = longer.slice(start);
  const otherRest = shorter.slice(start);
  if (rest.slice(1) === otherRest || rest.slice(1) === otherRest.slice(1)) return true;
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`;
  return swapped === otherRest;
}
