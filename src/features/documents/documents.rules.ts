import { extensionOf, type FileMediaType } from '#kernel/media-types.ts';
import { after, DAY, dayOf } from '#kernel/time.ts';
import type { DocumentKind } from './documents.contract.ts';

/** Documents that a property may have, withdrawn ones aside. */
export const MAX_DOCUMENTS = 200;

export const kindLabel: Record<DocumentKind, string> = {
  offering_memorandum: 'Offering memorandum',
  appraisal: 'Appraisal',
  inspection: 'Inspection report',
  title: 'Title deed',
  insurance: 'Insurance policy',
  lease: 'Lease',
  financial_statement: 'Financial statement',
  tax_record: 'Tax record',
  other: 'Other document',
};

/** Whether the day on a document is over or begun somewhere on earth: dates are ahead of UTC by up to a day. */
export function isDatedAhead(dated: string, now: Date): boolean {
  const day = dayOf(dated);
  return day !== null && day > after(now, DAY);
}

export function fileTypeText(mediaType: FileMediaType): string {
  return mediaType === 'image/jpeg' ? 'JPEG' : extensionOf[mediaType].toUpperCase();
}

/** A size in units of a thousand: "1.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
