import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rows } from '../database/db.ts';

/** Something that must always hold, as two queries. */
export interface Invariant {
  /** The invariant as a sentence. */
  name: string;
  /** One row (`checked`): how many things it checks. */
  count: SQL;
  /** A row for each violation: what (`subject`) and how (`detail`). */
  drift: SQL;
  /** Set for a finding that needs attention although the books are right. */
  warning?: boolean;
}

/** One violation of an invariant. */
export interface Drift {
  invariant: string;
  subject: string;
  detail: string;
}

/** The result of checking one invariant; `drifts` lists the first of `drifted` violations. */
export interface Finding {
  invariant: string;
  warning: boolean;
  checked: number;
  drifted: number;
  drifts: Drift[];
}

/** Violations that a finding names. */
export const MAX_LISTED_DRIFTS = 50;

/** Checks invariants. In a repeatable-read transaction all of them see the same snapshot. */
export async function checkInvariants(db: Queryable, invariants: readonly Invariant[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const invariant of invariants) {
    const { name, count, warning = false } = invariant;
    const [counted] = await rows<{ checked: string | number }>(db, count);
    const checked = Number(counted?.checked ?? 0);
    findings.push({ invariant: name, warning, checked, ...(await driftOf(db, invariant)) });
  }
  return findings;
}

/** The number of violations of an invariant, and the first of them. */
export async function driftOf(
  db: Queryable,
  { name, drift }: Invariant,
): Promise<{ drifted: number; drifts: Drift[] }> {
  // Materialized: with the limit in sight, Postgres plans for the first rows alone, and compares every pair of two
  // large tables to find what is not there. The limit is part of the text: a statement without parameters is planned once.
  const found = await rows<{ subject: string; detail: string; drifted: string }>(
    db,
    sql`with found as materialized (${drift})
        select subject, detail, (count(*) over ())::text as drifted from found
        order by subject limit ${sql.raw(String(MAX_LISTED_DRIFTS))}`,
  );
  return {
    drifted: Number(found[0]?.drifted ?? 0),
    drifts: found.map(({ subject, detail }) => ({ invariant: name, subject, detail })),
  };
}
