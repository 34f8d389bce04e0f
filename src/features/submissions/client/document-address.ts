import type { ReviewedDocument } from '../submissions.contract.ts';

/** Address at which the file of a document is downloaded. */
export const documentAddress = (documentId: string) => `/api/submission-documents/${documentId}`;

/** Whether a document can be read on the page: office files are only downloaded, and infected ones not at all. */
export function canBeShown({ file, scan }: ReviewedDocument): boolean {
  return scan !== 'infected' && (file.mediaType === 'image/jpeg' || file.mediaType === 'application/pdf');
}
