export { certificatePdf } from './certificate-pdf.ts';
export { certificatesOf } from './certificates.queries.ts';
