export { documentVersion, legalIds } from './documents.ts';
export { acceptedEarlier, consent, type LegalState, legalPdf, legalStateOf } from './legal.queries.ts';
