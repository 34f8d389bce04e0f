export { type StatementTable, statementTables } from '../statement-tables.rules.ts';
