import type { ArticleCategory } from './learn.contract.ts';

const WORDS_PER_MINUTE = 220;

/** The categories in the order in which a newcomer reads them. */
export const CATEGORIES: readonly ArticleCategory[] = [
  'basics',
  'fees',
  'income',
  'risks',
  'taxes',
  'glossary',
];

export const categoryLabel: Record<ArticleCategory, string> = {
  basics: 'How it works',
  fees: 'Fees',
  income: 'Income and value',
  risks: 'Risks',
  taxes: 'Taxes',
  glossary: 'Glossary',
};

/** Ids of the page around an article, which no heading gets: scripts and links would find the heading instead. */
export const PAGE_IDS = ['root', 'main', 'page-state', 'contents', 'read-next'] as const;

/** Reading time of a text, in whole minutes, at least one. */
export function readingMinutes(text: string): number {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}
