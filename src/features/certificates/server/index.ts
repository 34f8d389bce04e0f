export { certificatePdf } from './certificate-pdf.ts';
export { type Certificate, certificatesOf } from './certificates.queries.ts';
