import { movementLabel, statementOf, statementPdf } from '#features/statements/server/index.ts';
import type { MonthlyStatement, StatementFigures } from '#features/statements/statements.contract.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { base64Of } from '#platform/server/transport/base64.ts';
import { csvBytes, csvOf } from '#platform/server/transport/csv.ts';
import type { ReportFile } from '../reports.contract.ts';

/** The holdings and the movements of a month, one table below the other. */
function statementCsv({ holdings, movements }: StatementFigures, { properties }: MonthlyStatement): string {
  const incomeOf = new Map(properties.map(({ propertyId, incomeCents }) => [propertyId, incomeCents]));
  const nameOf = new Map(holdings.map(({ propertyId, name }) => [propertyId, name]));
  const held = csvOf(
    [
      'Property',
      'Opening shares',
      'Closing shares',
      'Value of a share',
      'Value',
      'Income',
      'Expected yield %',
    ],
    holdings.map((one) => [
      one.name,
      String(one.openingShares),
      String(one.closingShares),
      toDecimal(one.perShareCents),
      toDecimal(one.closingShares * one.perShareCents),
      toDecimal(incomeOf.get(one.propertyId) ?? 0),
      (one.annualYieldBps / 100).toFixed(2),
    ]),
  );
  const moved = csvOf(
    ['Time (UTC)', 'Movement', 'Property', 'Shares', 'Fee', 'Cash'],
    movements.map(({ at, kind, propertyId, shares, feeCents, cents }) => [
      at,
      movementLabel[kind],
      propertyId === null ? '' : (nameOf.get(propertyId) ?? `Property ${propertyId}`),
      String(shares),
      toDecimal(feeCents),
      toDecimal(cents),
    ]),
  );
  return `${held}\r\n${moved}`;
}

/**
 * The statement of a month as a file to save.
 * @throws STATEMENT_NOT_FOUND
 */
export async function statementAsFile(
  platform: Platform,
  { userId }: UserActor,
  { month, format }: { month: string; format: 'csv' | 'pdf' },
): Promise<ReportFile> {
  if (format === 'csv') {
    const { figures, view } = await statementOf(platform.db, userId, month);
    const content = base64Of(csvBytes(statementCsv(figures, view)));
    return { name: `commonhold-statement-${month}.csv`, mime: 'text/csv', content };
  }
  const { name, bytes } = await statementPdf(platform, userId, month);
  return { name, mime: 'application/pdf', content: base64Of(bytes) };
}
