export { documentLabel, liquidationExcessCents, sharesOf } from '../submissions.rules.ts';
export { Comparables } from './comparables.tsx';
export { documentAddress } from './document-address.ts';
export { DocumentsField, type DocumentsFieldProps } from './documents-field.tsx';
export {
  type DocumentUploads,
  type DocumentUploadsOptions,
  useDocumentUploads,
} from './use-document-uploads.ts';
