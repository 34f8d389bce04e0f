import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/db.ts';
import { checkInvariants, type Finding, type Invariant } from '#platform/server/verification/invariants.ts';
import { invariants } from './slices.ts';

/** Checks every invariant, and any others given, on one moment of the database, without writing or blocking. */
export async function verify(db: Database, others: readonly Invariant[] = []): Promise<Finding[]> {
  return (await verifyAndRead(db, async () => null, others)).findings;
}

/** The same, and what else is read of that moment. */
export async function verifyAndRead<Read>(
  db: Database,
  read: (tx: Transaction) => Promise<Read>,
  others: readonly Invariant[] = [],
): Promise<{ findings: Finding[]; read: Read }> {
  return db.transaction(
    async (tx) => {
      await groupBySorting(tx);
      const findings = await checkInvariants(tx, [...invariants, ...others]);
      return { findings, read: await read(tx) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * What Postgres groups by hashing it hands on in the order of the hash when it does not fit into memory. A join that
 * expected a tenth of it then finds nearly all of it in a few buckets: minutes for what takes a second.
 */
async function groupBySorting(tx: Transaction): Promise<void> {
  // It may take longer than a request: the limit of requests does not count here.
  await tx.execute(
    sql`select set_config('enable_hashagg', 'off', true), set_config('statement_timeout', '0', true)`,
  );
}

/** The findings for people: a line for each invariant, and one for each drift that is named. */
export function verdictOf(findings: readonly Finding[]): { lines: string[]; sound: boolean } {
  const width = Math.max(...findings.map(({ checked }) => String(checked).length));
  const lines = findings.flatMap(({ invariant, warning, checked, drifted, drifts }) => {
    const word = warning ? 'warning' : 'DRIFT';
    const found = drifted === 0 ? 'zero drift' : `${word}, ${drifted} of them`;
    const named = drifts.map(({ subject, detail }) => `${' '.repeat(width)}    ${subject}: ${detail}`);
    const unnamed =
      drifted > drifts.length ? [`${' '.repeat(width)}    and ${drifted - drifts.length} more`] : [];
    return [`${String(checked).padStart(width)}  ${invariant}: ${found}`, ...named, ...unnamed];
  });
  const broken = findings.filter(({ warning, drifted }) => drifted > 0 && !warning).length;
  const sum =
    broken === 0
      ? `Zero drift: ${findings.length} invariants checked.`
      : `Drift: ${broken} of ${findings.length} invariants do not hold.`;
  return { lines: [...lines, '', sum], sound: broken === 0 };
}
