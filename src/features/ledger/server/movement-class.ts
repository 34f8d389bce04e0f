import { type SQL, sql } from 'drizzle-orm';
import { groupBy } from '#kernel/group-by.ts';
import { movementClass } from '../ledger.rules.ts';

const codesByClass = groupBy(Object.entries(movementClass), ([, one]) => one);

const branches = [...codesByClass].flatMap(([one, entries]) =>
  one === null ? [] : [`when code in (${entries.map(([code]) => `'${code}'`).join(', ')}) then '${one}'`],
);

/** The class of the movement that a transfer belongs to, of a row with its `code`. */
export const movementClassOfRow: SQL = sql.raw(`case ${branches.join(' ')} end`);
