import { eq } from 'drizzle-orm';
import { articles } from '#db/schema/learn.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { type AdminArticle, articleIdInput, learnErrors } from '../learn.contract.ts';
import { ARTICLE_CHANGED } from '../learn.events.ts';
import { adminArticleOf } from './learn.views.ts';
import { lockedArticle } from './locked-article.ts';

/**
 * Takes a published article back to a draft: readers no longer find it.
 * @throws ARTICLE_NOT_FOUND, NOT_PUBLISHED
 */
export const unpublishArticle = defineCommand({
  name: 'learn.unpublishArticle',
  input: articleIdInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run({ tx, now, emit }, { id }): Promise<AdminArticle> {
    const found = await lockedArticle(tx, id);
    if (found.status !== 'published') throw new DomainError(learnErrors.NOT_PUBLISHED);
    const change = { status: 'draft', updatedAt: now } as const;
    await tx.update(articles).set(change).where(eq(articles.id, id));
    emit(ARTICLE_CHANGED, { payload: { articleId: id } });
    return adminArticleOf({ ...found, ...change });
  },
  audit: (_, { id, slug }) => ({ subject: `article:${id}`, details: { slug } }),
});
