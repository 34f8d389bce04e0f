import { type SQL, sql } from 'drizzle-orm';

/** What a column of an archived file holds; a moment is in microseconds since 1970. */
type ColumnKind = 'text' | 'integer' | 'moment';

/** The columns of an archived file in their order. */
export type ColumnKinds = Readonly<Record<string, ColumnKind>>;

/** The values of a row in the order of the columns, as text; null for none. */
export type Cells = readonly (string | null)[];

/** Rows after one whose times say whether its clock was ahead. */
export const CLOCK_WINDOW_ROWS = 10_000;

/** The rows with keys after one and up to another. */
export interface KeyRange {
  after: number;
  through: number;
}

/** An append-only table whose months are archived: each is a range of its ascending keys. */
export interface ArchivedTable {
  /** What people call a row: "transfer", followed by its key. */
  rowName: string;
  /** The first is the key. */
  columns: ColumnKinds;
  maxBatchRows: number;
  /** A query of one value: the moment of the first row; none of an empty table. */
  firstMoment: SQL;
  /**
   * A query of (through): the highest key before the moment `end`. A row of a clock that was ahead, with rows of long before
   * the moment soon after it, is passed over.
   */
  throughOf(after: number, end: Date): SQL;
  /** A query of (cells) in the order of the keys. */
  rowsOf(range: KeyRange, limit: number): SQL;
}

export interface ArchivedLedger extends ArchivedTable {
  /** A query of (code, total): the sums of the transfers of a range by their code, in cents or shares. */
  sumsByCode(range: KeyRange): SQL;
}

/** A moment as archived files have it. */
export const microsecondsOf = (at: SQL) => sql`(extract(epoch from ${at}) * 1000000)::bigint::text`;
