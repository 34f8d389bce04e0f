import { and, desc, eq, gte, lte } from 'drizzle-orm';
import { monthlyStatements } from '#db/schema/statements.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { statementView } from '../statement-tables.rules.ts';
import {
  type MonthlyStatement,
  type StatementFigures,
  statementErrors,
  statementFigures,
} from '../statements.contract.ts';

/** A statement as it was issued, with derived figures. */
export interface IssuedStatement {
  figures: StatementFigures;
  view: MonthlyStatement;
}

type Row = typeof monthlyStatements.$inferSelect;

function issuedOf({ figures: text, hash, issuedAt }: Row): IssuedStatement {
  const figures = statementFigures.parse(JSON.parse(text));
  return { figures, view: statementView(figures, { hash, issuedAt }) };
}

/** A person's statements of these months, both included, the newest first. */
export async function statementsOf(
  db: Queryable,
  userId: string,
  { from, through }: { from: string; through: string },
): Promise<IssuedStatement[]> {
  const found = await db
    .select()
    .from(monthlyStatements)
    .where(
      and(
        eq(monthlyStatements.userId, userId),
        gte(monthlyStatements.month, from),
        lte(monthlyStatements.month, through),
      ),
    )
    .orderBy(desc(monthlyStatements.month));
  return found.map(issuedOf);
}

/** The months for which a person has statements, the newest first. */
export async function statementMonthsOf(db: Queryable, userId: string): Promise<string[]> {
  const found = await db
    .select({ month: monthlyStatements.month })
    .from(monthlyStatements)
    .where(eq(monthlyStatements.userId, userId))
    .orderBy(desc(monthlyStatements.month));
  return found.map(({ month }) => month);
}

/**
 * One statement of a person.
 * @throws STATEMENT_NOT_FOUND
 */
export async function statementOf(db: Queryable, userId: string, month: string): Promise<IssuedStatement> {
  const [found] = await statementsOf(db, userId, { from: month, through: month });
  if (!found) throw new DomainError(statementErrors.STATEMENT_NOT_FOUND);
  return found;
}
