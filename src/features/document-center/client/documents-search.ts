import type { DocumentCategory } from '../document-center.contract.ts';

export type DocumentTab = 'all' | DocumentCategory;

const DOCUMENT_TABS: readonly DocumentTab[] = ['all', 'tax', 'certificate', 'legal'];
const MAX_QUERY_CHARACTERS = 100;

/** Tab and filters of the document center, in its address. */
export interface DocumentsSearch {
  tab?: DocumentTab;
  year?: number;
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readDocumentsSearch(raw: Record<string, unknown>): DocumentsSearch {
  const tab = DOCUMENT_TABS.find((candidate) => candidate === raw.tab);
  const year = Number(raw.year);
  const q =
    typeof raw.q === 'string' || typeof raw.q === 'number'
      ? String(raw.q).slice(0, MAX_QUERY_CHARACTERS)
      : '';
  return {
    ...(tab && tab !== 'all' && { tab }),
    ...(Number.isInteger(year) && year >= 2000 && year <= 2099 && { year }),
    ...(q && { q }),
  };
}
