export { UploadField, type UploadFieldProps } from './upload-field.tsx';
