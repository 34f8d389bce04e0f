import { taxExports } from '#db/schema/tax.ts';
import { DomainError } from '#kernel/errors.ts';
import { HOUR } from '#kernel/time.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { columnOf, columnsIn, repeatedIn } from '../columns.rules.ts';
import { type ReleaseExportInput, releaseExportInput, taxErrors } from '../tax.contract.ts';
import { EXPORT_RELEASED } from '../tax.events.ts';
import { EXPORT_HOURS } from '../tax.rules.ts';
import { exportRows } from './export-rows.ts';

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ');

/**
 * The columns of a template.
 * @throws TEMPLATE_UNREADABLE, UNKNOWN_COLUMNS, DUPLICATE_COLUMNS, each with the names
 */
function requireColumns({ form, template }: Pick<ReleaseExportInput, 'form' | 'template'>): string[] {
  const names = columnsIn(template);
  if (!names) throw new DomainError(taxErrors.TEMPLATE_UNREADABLE);
  const unknown = names.filter((name) => columnOf(form, name) === null);
  if (unknown.length > 0) {
    const message = `The template has columns that Form ${form} does not have: ${quoted(unknown)}. Remove them, or use the form’s names.`;
    throw new DomainError(taxErrors.UNKNOWN_COLUMNS, { message });
  }
  const repeated = repeatedIn(form, names);
  if (repeated.length > 0) {
    const message = `The template has these columns twice: ${quoted(repeated)}. Each column can appear only once.`;
    throw new DomainError(taxErrors.DUPLICATE_COLUMNS, { message });
  }
  return names;
}

const exportApproval: ApprovalRule<ReleaseExportInput> = {
  async describe(_, input) {
    const { form, year } = input;
    const columns = requireColumns(input);
    return {
      subject: `taxExport:${form}-${year}`,
      title: `Release the Form ${form} figures for ${year}`,
      facts: [
        { label: 'Form', value: form },
        { label: 'Year', value: String(year) },
        { label: 'Columns', value: columns.join(', ') },
        { label: 'Contains', value: 'Legal names, addresses and amounts of all recipients' },
        { label: 'Can be downloaded for', value: `${EXPORT_HOURS} hours` },
      ],
      path: '/admin-tax',
    };
  },
};

/**
 * Lets admins download the figures of a form for a year, in the columns of the operator's template. Figures that do not
 * add up to the ledger are refused here already; a download adds them up again. Idempotent by `requestId`.
 * @throws TEMPLATE_UNREADABLE, UNKNOWN_COLUMNS, DUPLICATE_COLUMNS, YEAR_NOT_OVER, NOT_CLASSIFIED, TOTALS_DIFFER
 */
export const releaseExport = defineCommand({
  name: 'tax.releaseExport',
  input: releaseExportInput,
  access: 'admin',
  needsApproval: exportApproval,
  async prepare({ platform: { db, clock } }, { form, year, template }) {
    requireColumns({ form, template });
    await exportRows(db, { form, year, now: clock.now() });
  },
  async run({ tx, actor, now, newId, operationId, emit }, { form, year, template }) {
    const id = newId();
    const expiresAt = new Date(now.getTime() + EXPORT_HOURS * HOUR);
    const released = { releasedBy: actor.userId, releasedAt: now, expiresAt, operationId };
    await tx.insert(taxExports).values({ id, form, year, template, ...released });
    emit(EXPORT_RELEASED, { broadcast: { audience: 'admins' }, payload: { id } });
    return { id, expiresAt: expiresAt.toISOString() };
  },
  audit: ({ form, year }, { id }) => ({ subject: `taxExport:${form}-${year}`, details: { exportId: id } }),
});
