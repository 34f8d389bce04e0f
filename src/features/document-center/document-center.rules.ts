import { MAX_ARCHIVED_DOCUMENTS } from './archive.contract.ts';
import type { DocumentCategory, DocumentEntry } from './document-center.contract.ts';

/** Tab and filters by which documents are looked for. */
interface DocumentFilter {
  tab?: 'all' | DocumentCategory;
  year?: number;
  q?: string;
}

/** Whether a document is of the tab and the year, and has every word that is looked for. */
export function matches(
  entry: Pick<DocumentEntry, 'name' | 'description' | 'propertyName' | 'category' | 'year'>,
  { tab = 'all', year, q }: DocumentFilter,
): boolean {
  const text = `${entry.name} ${entry.description} ${entry.propertyName ?? ''}`.toLowerCase();
  return (
    (tab === 'all' || entry.category === tab) &&
    (year === undefined || entry.year === year) &&
    (!q ||
      q
        .toLowerCase()
        .split(/\s+/)
        .every((word) => text.includes(word)))
  );
}

/** What one archive has of the documents shown, the newest first, and what its button says. */
export function archiveOf(shown: readonly { id: string }[]): {
  ids: string[];
  label: string;
  /** How to get the others, where it does not have all of them. */
  note: string | null;
} {
  const ids = shown.slice(0, MAX_ARCHIVED_DOCUMENTS).map(({ id }) => id);
  if (ids.length === shown.length) return { ids, label: 'Download all as zip', note: null };
  return {
    ids,
    label: `Download newest ${ids.length} of ${shown.length.toLocaleString('en-US')} as zip`,
    note: `A zip can contain at most ${MAX_ARCHIVED_DOCUMENTS} documents. Choose a year to download the others.`,
  };
}
