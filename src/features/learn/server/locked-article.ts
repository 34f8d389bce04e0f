import { eq } from 'drizzle-orm';
import { articles } from '#db/schema/learn.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { learnErrors } from '../learn.contract.ts';

/** An article that nobody else changes until this transaction ends. */
export async function lockedArticle(tx: Transaction, id: string) {
  const [found] = await tx.select().from(articles).where(eq(articles.id, id)).for('update');
  if (!found) throw new DomainError(learnErrors.ARTICLE_NOT_FOUND);
  return found;
}
