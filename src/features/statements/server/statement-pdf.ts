import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { SHARE_VALUE_NOTE } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { monthBounds, monthName } from '#kernel/months.ts';
import { after, formatDate } from '#kernel/time.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { PaperDocument, PaperLine } from '#platform/server/ports/documents.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { movementLabel } from '../statements.rules.ts';
import { drawnOnce } from './drawn-once.ts';
import { type IssuedStatement, statementOf } from './statements.queries.ts';

const line = (term: string, cents: number): PaperLine => ({ term, value: formatUsdExact(cents) });
const total = (one: PaperLine): PaperLine => ({ ...one, total: true });
const sharesText = (shares: number) => shares.toLocaleString('en-US');

/** The name of a person, as a document says it. */
export async function holderName(db: Queryable, userId: string): Promise<string> {
  const [person] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  const { firstName, lastName } = present(person, 'the person of a document');
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** A statement as a document: every figure of it, in the order of a bank's statement. */
function statementDocument({ figures, view }: IssuedStatement, holder: string): PaperDocument {
  const { holdings, movements } = figures;
  const { from, to } = monthBounds(view.month);
  const nameOf = new Map(holdings.map(({ propertyId, name }) => [propertyId, name]));
  return {
    title: `Monthly statement, ${monthName(view.month)}`,
    subtitle: `${holder}. ${formatDate(from)} to ${formatDate(after(to, -1))}, days in UTC. Issued on ${formatDate(view.issuedAt)}; never changed since. A correction appears in the month in which it is made.`,
    dated: new Date(view.issuedAt),
    sections: [
      {
        heading: 'Cash',
        paragraphs: ['With what is reserved for bids and what is on its way to your bank.'],
        lines: [
          line('Opening balance', view.openingCashCents),
          line('Change', view.closingCashCents - view.openingCashCents),
          total(line('Closing balance', view.closingCashCents)),
        ],
      },
      {
        heading: 'Income',
        lines: [
          line('Distributions before the management fee', view.totalIncomeCents),
          line('Management fee', view.feesCents === 0 ? 0 : -view.feesCents),
          total(line('Net income', view.netIncomeCents)),
        ],
      },
      {
        heading: 'Shares',
        ...(holdings.length === 0 && { paragraphs: ['No shares were held in this month.'] }),
        ...(holdings.length > 0 && {
          paragraphs: [SHARE_VALUE_NOTE],
          table: {
            columns: [
              { header: 'Property', share: 34 },
              { header: 'Opening', share: 13, amount: true },
              { header: 'Closing', share: 13, amount: true },
              { header: 'Value of a share', share: 18, amount: true },
              { header: 'Value', share: 22, amount: true },
            ],
            rows: [
              ...holdings.map((one) => [
                one.name,
                sharesText(one.openingShares),
                sharesText(one.closingShares),
                formatUsdExact(one.perShareCents),
                formatUsdExact(one.closingShares * one.perShareCents),
              ]),
              ['Total', '', '', '', formatUsdExact(view.valueCents)],
            ],
          },
        }),
      },
      {
        heading: 'Movements',
        ...(movements.length === 0 && { paragraphs: ['Nothing moved in this month.'] }),
        ...(movements.length > 0 && {
          table: {
            columns: [
              { header: 'Date', share: 15 },
              { header: 'Movement', share: 20 },
              { header: 'Property', share: 26 },
              { header: 'Shares', share: 10, amount: true },
              { header: 'Fee', share: 13, amount: true },
              { header: 'Cash', share: 16, amount: true },
            ],
            rows: movements.map(({ at, kind, propertyId, shares, feeCents, cents }) => [
              formatDate(at),
              movementLabel[kind],
              propertyId === null ? '' : (nameOf.get(propertyId) ?? `Property ${propertyId}`),
              shares === 0 ? '' : sharesText(shares),
              feeCents === 0 ? '' : formatUsdExact(feeCents),
              formatUsdExact(cents),
            ]),
          },
        }),
      },
      {
        heading: 'Proof',
        paragraphs: [
          'The figures of this statement were stored with this SHA-256 when it was issued. A fee is part of what a purchase cost, and was deducted before a distribution was paid.',
        ],
        exactText: [view.hash],
      },
    ],
  };
}

/**
 * The PDF of a person's statement: drawn when it is first asked for, and the same bytes from then on.
 * @throws STATEMENT_NOT_FOUND
 */
export async function statementPdf(platform: Platform, userId: string, month: string) {
  const issued = await statementOf(platform.db, userId, month);
  const holder = await holderName(platform.db, userId);
  const bytes = await drawnOnce(platform, { userId, kind: 'statement', subject: month }, () =>
    platform.documents.paper(statementDocument(issued, holder)),
  );
  return { name: `commonhold-statement-${month}.pdf`, bytes };
}
