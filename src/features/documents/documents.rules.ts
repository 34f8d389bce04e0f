import { extensionOf, type FileMediaType } from '#kernel/media-types.ts';
import type { DocumentKind } from './documents.contract.ts';

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

export function fileTypeText(mediaType: FileMediaType): string {
  return mediaType === 'image/jpeg' ? 'JPEG' : extensionOf[mediaType].toUpperCase();
}
