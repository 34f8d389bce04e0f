import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { doubled, properties, searchWords } from '#db/schema/properties.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import { formsOf, isCorrectable, isOneTypingErrorApart, searchedWords } from '../search-words.rules.ts';

/** For each typed word, the words that it may mean: itself, and those it is a typing error of. */
export type SearchTerms = readonly (readonly string[])[];

/** The terms of a search in listed properties. Typing errors are forgiven where the words as typed find nothing. */
export async function searchTerms(db: Queryable, typed: string): Promise<SearchTerms> {
  const words = searchedWords(typed);
  const asTyped = words.map((word) => [word]);
  if (words.length === 0) return asTyped;
  const [found] = await db
    .select({ id: properties.id })
    .from(properties)
    .where(and(eq(properties.status, 'approved'), withParts(asTyped)))
    .limit(1);
  return found ? asTyped : corrected(db, words);
}

async function corrected(db: Queryable, words: readonly string[]): Promise<SearchTerms> {
  const forms = words.filter(isCorrectable).flatMap(formsOf);
  if (forms.length === 0) return words.map((word) => [word]);
  const known = await db
    .selectDistinct({ word: searchWords.word })
    .from(searchWords)
    .where(inArray(searchWords.form, forms))
    .orderBy(searchWords.word);
  return words.map((typed) => {
    const meant = known.map(({ word }) => word).filter((word) => isOneTypingErrorApart(typed, word));
    return [typed, ...(isCorrectable(typed) ? meant.filter((word) => word !== typed) : [])];
  });
}

/** Whether every word is in the text, anywhere in a word of it; a number and a single letter only begin one. */
export function withParts(terms: SearchTerms, text: SQL = sql`${properties.searchText}`): SQL {
  return withEach(terms, (word) => {
    const length = [...word].length;
    if (length === 1 || /^\p{N}+$/u.test(word)) return beginsWord(text, word);
    return length === 2
      ? sql`${doubled(text)} like ${`%${word.replaceAll(/./gu, '$&$&')}%`}`
      : sql`${text} like ${`%${word}%`}`;
  });
}

/** Whether every word begins a word of the text. */
export function withWordStarts(terms: SearchTerms, text: SQL = sql`${properties.searchText}`): SQL {
  return withEach(terms, (word) => beginsWord(text, word));
}

/** Whether every word is a word of the text. */
export function withWholeWords(terms: SearchTerms, text: SQL): SQL {
  return withEach(terms, (word) => sql`${text} || ' ' like ${`% ${word} %`}`);
}

/** A text without a word in it finds nothing. */
function withEach(terms: SearchTerms, condition: (word: string) => SQL): SQL {
  const nothing = sql`false`;
  return and(...terms.map((words) => or(...words.map(condition)))) ?? nothing;
}

// Words hold letters and digits only, so that nothing in them needs to be escaped.
function beginsWord(text: SQL, word: string): SQL {
  return sql`${text} like ${`% ${word}%`}`;
}

/** Adds the words of a listed property to the words by which typing errors are recognized. */
export async function addSearchWords(tx: Transaction, searchText: string): Promise<void> {
  const words = searchedWords(searchText).filter(isCorrectable).sort();
  if (words.length === 0) return;
  const forms = words.flatMap((word) => formsOf(word).map((form) => ({ form, word })));
  // In one order for everyone: two approvals with the same words would otherwise wait for each other.
  forms.sort((a, b) => compare(a.form, b.form) || compare(a.word, b.word));
  await tx.insert(searchWords).values(forms).onConflictDoNothing();
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
