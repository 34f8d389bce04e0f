export { fileStored } from './file-stored.ts';
export { uploadDocument } from './upload-document.ts';
