export { legalDocuments } from './documents.ts';
export { type LegalState, legalPdf, legalStateOf } from './legal.queries.ts';
