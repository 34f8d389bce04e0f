export { uploadDocument } from './upload-document.ts';
