import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rows } from '../database/db.ts';

/** Something that must always hold, as two statements that only read. */
export interface Invariant {
  /** What holds, as a sentence. */
  name: string;
  /** One row, `checked`: how many things are looked at. */
  count: SQL;
  /** A row for each thing that breaks it: `subject` says which, `detail` how. */
  drift: SQL;
  /** True when it asks for somebody's attention, but nothing is wrong in the books. */
  warning?: boolean;
}

/** One thing that does not add up: which invariant, and where. */
export interface Drift {
  invariant: string;
  subject: string;
  detail: string;
}

/** What checking one invariant came to; `drifts` are the first of `drifted`. */
export interface Finding {
  invariant: string;
  warning: boolean;
  checked: number;
  drifted: number;
  drifts: Drift[];
}

const MAX_LISTED_DRIFTS = 50;

/** Checks each invariant; in a repeatable-read transaction all of them see the same moment. */
export async function checkInvariants(db: Queryable, invariants: readonly Invariant[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, count, drift, warning = false } of invariants) {
    const [counted] = await rows<{ checked: string | number }>(db, count);
    const found = await rows<{ subject: string; detail: string; drifted: string }>(
      db,
      sql`select subject, detail, (count(*) over ())::text as drifted from (${drift}) found
          order by subject limit ${MAX_LISTED_DRIFTS}`,
    );
    findings.push({
      invariant: name,
      warning,
      checked: Number(counted?.checked ?? 0),
      drifted: Number(found[0]?.drifted ?? 0),
      drifts: found.map(({ subject, detail }) => ({ invariant: name, subject, detail })),
    });
  }
  return findings;
}
