export { PropertyDocumentField } from './property-document-field.tsx';
export { UploadField } from './upload-field.tsx';
