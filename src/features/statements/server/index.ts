export { statementTables } from '../statement-tables.rules.ts';
export { issueMoment } from '../statements.rules.ts';
export { renderOnce } from './render-once.ts';
export { holderName, holderText, statementPdf } from './statement-pdf.ts';
export { type IssuedStatement, statementMonthsOf, statementOf, statementsOf } from './statements.queries.ts';
