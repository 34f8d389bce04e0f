import { type SQL, sql } from 'drizzle-orm';
import { groupBy } from '#kernel/group-by.ts';
import { movementClass } from '../ledger.rules.ts';

const codesByClass = groupBy(Object.entries(movementClass), ([, one]) => one);

const branches = [...codesByClass].flatMap(([one, entries]) =>
  one === null ? [] : [`when code in (${entries.map(([code]) => `'${code}'`).join(', ')}) then '${one}'`],
);

/** The class of the movement that a transfer belongs to, of a row with its `code`. */
export const movementClassOfRow: SQL = sql.raw(`case ${branches.join(' ')} end`);

/**
 * The kind of a movement as people read it, of its entries grouped by operation and `class`.
 * @param isPurchase of the group of a trade: whether the person bought the shares
 */
export const movementKindOfGroup = (isPurchase: SQL): SQL => sql`case
  when class = 'purchase' and bool_or(code = 'reinvestment') then 'reinvestment'
  when class = 'resale' then case when ${isPurchase} then 'purchase' else 'sale' end
  when class = 'refund' and bool_or(code = 'purchase_cancelled') then 'cancellation'
  else class end`;
