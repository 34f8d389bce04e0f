import { sql } from 'drizzle-orm';
import { articles } from '#db/schema/learn.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { type AdminArticle, createArticleInput, learnErrors, MAX_ARTICLES } from '../learn.contract.ts';
import { ARTICLE_CHANGED } from '../learn.events.ts';
import { adminArticleOf, columnsOf } from './learn.views.ts';

/**
 * Writes a new article; it starts as a draft that only admins see. Idempotent by `requestId`.
 * @throws SLUG_TAKEN, LIBRARY_FULL
 */
export const createArticle = defineCommand({
  name: 'learn.createArticle',
  input: createArticleInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run({ tx, now, newId, emit }, { article }): Promise<AdminArticle> {
    const [there] = await tx.select({ count: sql<number>`count(*)::int` }).from(articles);
    if (present(there, 'a count').count >= MAX_ARTICLES) throw new DomainError(learnErrors.LIBRARY_FULL);
    const [added] = await tx
      .insert(articles)
      .values({
        ...columnsOf(article),
        id: newId(),
        status: 'draft',
        version: 1,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: articles.slug })
      .returning();
    if (!added) throw new DomainError(learnErrors.SLUG_TAKEN);
    emit(ARTICLE_CHANGED, { payload: { articleId: added.id } });
    return adminArticleOf(added);
  },
  audit: (_, { id, slug }) => ({ subject: `article:${id}`, details: { slug } }),
});
