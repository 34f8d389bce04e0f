import type { Database, Transaction } from '#platform/server/database/db.ts';
import { onSnapshot } from '#platform/server/database/snapshot.ts';
import { checkInvariants, type Finding, type Invariant } from '#platform/server/verification/invariants.ts';
import { invariants } from './slices.ts';

/** Checks every invariant, and any others given, on one moment of the database, without writing or blocking. */
export async function verify(db: Database, others: readonly Invariant[] = []): Promise<Finding[]> {
  return (await verifyAndRead(db, async () => null, others)).findings;
}

/** Verifies, and reads something else of the same snapshot. */
export async function verifyAndRead<Read>(
  db: Database,
  read: (tx: Transaction) => Promise<Read>,
  others: readonly Invariant[] = [],
): Promise<{ findings: Finding[]; read: Read }> {
  return onSnapshot(db, async (tx) => {
    const findings = await checkInvariants(tx, [...invariants, ...others]);
    return { findings, read: await read(tx) };
  });
}

/** The findings for people: a line for each invariant, and one for each drift that is named. */
export function reportOf(findings: readonly Finding[]): { lines: string[]; sound: boolean } {
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
