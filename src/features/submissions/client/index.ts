export {
  documentLabel,
  isLate,
  liquidationExcessCents,
  promisedNext,
  promisedText,
  RECENT_MONTHS,
  sharesOf,
} from '../submissions.rules.ts';
export { Comparables } from './comparables.tsx';
export { DocumentsField } from './documents-field.tsx';
export { type DocumentUploads, useDocumentUploads } from './use-document-uploads.ts';
