import { eq } from 'drizzle-orm';
import { articles } from '#db/schema/learn.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { articleIdInput, learnErrors } from '../learn.contract.ts';
import { ARTICLE_CHANGED } from '../learn.events.ts';
import { lockedArticle } from './locked-article.ts';

/**
 * Deletes a draft.
 * @throws ARTICLE_NOT_FOUND, STILL_PUBLISHED
 */
export const removeArticle = defineCommand({
  name: 'learn.removeArticle',
  input: articleIdInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run({ tx, emit }, { id }) {
    const { status, slug } = await lockedArticle(tx, id);
    if (status === 'published') throw new DomainError(learnErrors.STILL_PUBLISHED);
    await tx.delete(articles).where(eq(articles.id, id));
    emit(ARTICLE_CHANGED, { payload: { articleId: id } });
    return { removed: true as const, slug };
  },
  audit: ({ id }, { slug }) => ({ subject: `article:${id}`, details: { slug } }),
});
