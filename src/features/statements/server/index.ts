export { movementLabel } from '../statements.rules.ts';
export { drawnOnce } from './drawn-once.ts';
export { holderName, statementPdf } from './statement-pdf.ts';
export { type IssuedStatement, statementMonthsOf, statementOf, statementsOf } from './statements.queries.ts';
