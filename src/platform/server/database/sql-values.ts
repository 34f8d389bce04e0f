import { type SQL, sql } from 'drizzle-orm';

// Each takes an expression in SQL that the code wrote, never data.

/** A moment as milliseconds since 1970, which JSON and the driver read as a number. */
export const epochMs = (moment: string): SQL => sql.raw(`(extract(epoch from ${moment}) * 1000)::float8`);

/** A moment as ISO 8601 text in UTC, as `toISOString` writes it. */
export const isoText = (moment: string): SQL =>
  sql.raw(`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** A dollar amount in whole cents, as a number. */
export const centsOf = (amount: string | SQL): SQL<number> =>
  sql<number>`(${typeof amount === 'string' ? sql.raw(amount) : amount} * 100)::float8`;

/** A percentage as whole basis points. */
export const bpsOfPercent = (percent: string): SQL => sql.raw(`(${percent} * 100)::int`);
