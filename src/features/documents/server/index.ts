export { uploadDocument } from './upload-document.ts';
export { documentInvariants } from './verify-documents.ts';
