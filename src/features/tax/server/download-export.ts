import { eq, sql } from 'drizzle-orm';
import { taxExports } from '#db/schema/tax.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import { type ColumnKey, columnOf, columnsIn } from '../columns.rules.ts';
import { downloadExportInput, taxErrors } from '../tax.contract.ts';
import { exportRows } from './export-rows.ts';

interface Recipient extends Record<string, unknown> {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
}

/**
 * The figures of a released form as a CSV file in the columns of its template. A command, so that the audit log says
 * who downloaded it.
 * @throws EXPORT_NOT_FOUND, EXPORT_EXPIRED, NOT_CLASSIFIED, TOTALS_DIFFER, TOO_MANY_ROWS
 */
export const downloadExport = defineCommand({
  name: 'tax.downloadExport',
  input: downloadExportInput,
  access: 'admin',
  needsApproval: false,
  async run({ tx, now }, { id }) {
    const [release] = await tx.select().from(taxExports).where(eq(taxExports.id, id));
    if (!release) throw new DomainError(taxErrors.EXPORT_NOT_FOUND);
    if (release.expiresAt <= now) throw new DomainError(taxErrors.EXPORT_EXPIRED);
    const { form, year, template } = release;
    const found = await exportRows(tx, { form, year, now });
    const recipients = await recipientsOf(tx, [...new Set(found.rows.map(({ userId }) => userId))]);
    const names = columnsIn(template) ?? [];
    const keys = names.map((name) => columnOf(form, name) ?? 'empty');
    const lines = found.rows.map(({ userId, boxes }) => {
      const values = { form, year: String(year), ...valuesOf(recipients.get(userId)), ...boxes };
      return keys.map((key) => (values as Partial<Record<ColumnKey, string>>)[key] ?? '');
    });
    const { fileCents, belowThresholdCents, ledgerCents } = found;
    return {
      fileName: `form-${form.toLowerCase()}-${year}.csv`,
      csv: csvOf(names, lines),
      rows: lines.length,
      fileCents,
      belowThresholdCents,
      ledgerCents,
      subject: `taxExport:${form}-${year}`,
    };
  },
  audit: ({ id }, { subject, rows }) => ({ subject, details: { exportId: id, rows } }),
});

function valuesOf(recipient: Recipient | undefined): Partial<Record<ColumnKey, string>> {
  if (!recipient) return {};
  const { userId, firstName, lastName, email, address, city, state, zipCode } = recipient;
  return {
    name: `${firstName} ${lastName}`.trim(),
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

/** People by the name and address of their checked identity, or else by the name of the account. */
async function recipientsOf(tx: Transaction, userIds: readonly string[]): Promise<Map<string, Recipient>> {
  const found = await rows<Recipient>(
    tx,
    sql`select u.id as "userId", coalesce(k.first_name, u.first_name) as "firstName",
               coalesce(k.last_name, u.last_name) as "lastName", u.email, k.address, k.city, k.state,
               k.zip_code as "zipCode"
        from users u left join kyc_applications k on k.user_id = u.id and k.status = 'approved'
        where u.id = any(${textArray(userIds)})`,
  );
  return new Map(found.map((one) => [one.userId, one]));
}
