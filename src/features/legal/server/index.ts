export { documentVersion, legalIds } from './documents.ts';
export {
  acceptedEarlier,
  consent,
  type LegalState,
  legalPdf,
  legalStateOf,
  withoutConsentAmong,
} from './legal.queries.ts';
