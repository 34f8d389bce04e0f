import { type SQL, sql } from 'drizzle-orm';

// Each takes an expression in SQL that the code wrote, never data.

/**
 * Rows are in the order of their ids, and their times come from servers whose clocks differ a little: none is later by this
 * much than one with a higher id, unless a clock was wrong.
 */
export const MAX_CLOCK_DIFFERENCE = sql`interval '1 hour'`;

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
