import { eq } from 'drizzle-orm';
import { taxExports } from '#db/schema/tax.ts';
import { DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import { type ColumnKey, columnOf, columnsIn } from '../columns.rules.ts';
import { downloadExportInput, taxErrors } from '../tax.contract.ts';
import { exportRows } from './export-rows.ts';
import { type Recipient, recipientsOf } from './recipients.ts';

/** @throws EXPORT_NOT_FOUND, EXPORT_EXPIRED */
async function releaseOf(db: Queryable, id: string, now: Date): Promise<typeof taxExports.$inferSelect> {
  const [release] = await db.select().from(taxExports).where(eq(taxExports.id, id));
  if (!release) throw new DomainError(taxErrors.EXPORT_NOT_FOUND);
  if (release.expiresAt <= now) throw new DomainError(taxErrors.EXPORT_EXPIRED);
  return release;
}

/**
 * A part of the figures of a released form as a CSV file in the columns of its template. A command, so that the audit log says
 * who downloaded it. The figures are those of the moment before the transaction.
 * @throws EXPORT_NOT_FOUND, EXPORT_EXPIRED, NOT_CLASSIFIED, TOTALS_DIFFER
 */
export const downloadExport = defineCommand({
  name: 'tax.downloadExport',
  input: downloadExportInput,
  access: 'admin',
  needsApproval: false,
  async prepare({ platform: { db, clock } }, { id, part }) {
    const now = clock.now();
    const { form, year } = await releaseOf(db, id, now);
    return exportRows(db, { form, year, now, part });
  },
  async run({ tx, now }, { id, part }, found) {
    const { form, year, template } = await releaseOf(tx, id, now);
    const recipients = await recipientsOf(tx, [...new Set(found.rows.map(({ userId }) => userId))]);
    const names = columnsIn(template) ?? [];
    const keys = names.map((name) => columnOf(form, name) ?? 'empty');
    const lines = found.rows.map(({ userId, boxes }) => {
      const values = { form, year: String(year), ...valuesOf(recipients.get(userId)), ...boxes };
      return keys.map((key) => (values as Partial<Record<ColumnKey, string>>)[key] ?? '');
    });
    const { parts, rowsHash, fileCents, belowThresholdCents, ledgerCents } = found;
    return {
      fileName: `form-${form.toLowerCase()}-${year}.csv`,
      csv: csvOf(part === 1 ? names : null, lines),
      rows: lines.length,
      parts,
      rowsHash,
      fileCents,
      belowThresholdCents,
      ledgerCents,
      subject: `taxExport:${form}-${year}`,
    };
  },
  audit: ({ id, part }, { subject, rows }) => ({ subject, details: { exportId: id, part, rows } }),
});

function valuesOf(recipient: Recipient | undefined): Partial<Record<ColumnKey, string>> {
  if (!recipient) return {};
  const { userId, firstName, lastName, email, address, city, state, zipCode } = recipient;
  return {
    name: fullName(recipient).trim(),
    firstName,
    lastName,
    email,
    address: address ?? '',
    city: city ?? '',
    state: state ?? '',
    zipCode: zipCode ?? '',
    country: address ? 'US' : '',
    account: userId,
  };
}
