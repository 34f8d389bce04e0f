export { loadTrustFacts } from './trust-queries.ts';
export { verifiedText } from './verified-text.ts';
