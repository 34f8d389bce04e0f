import { MAX_ARCHIVED_DOCUMENTS } from './archive.contract.ts';

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
    note: `A zip has at most ${MAX_ARCHIVED_DOCUMENTS} documents. Choose a year to download the others.`,
  };
}
