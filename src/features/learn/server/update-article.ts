import { eq } from 'drizzle-orm';
import { articles } from '#db/schema/learn.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { violates } from '#platform/server/database/db.ts';
import { type AdminArticle, learnErrors, updateArticleInput } from '../learn.contract.ts';
import { ARTICLE_CHANGED } from '../learn.events.ts';
import { adminArticleOf, columnsOf } from './learn.views.ts';
import { lockedArticle } from './locked-article.ts';

/**
 * Saves an author's changes; readers of a published article see it immediately. `version` is that of the text which
 * was edited: when someone saved since, nothing is changed.
 * @throws ARTICLE_NOT_FOUND, EDITED_ELSEWHERE, SLUG_FIXED, SLUG_TAKEN
 */
export const updateArticle = defineCommand({
  name: 'learn.updateArticle',
  input: updateArticleInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run({ tx, now, emit }, { id, version, article }): Promise<AdminArticle> {
    const found = await lockedArticle(tx, id);
    if (found.version !== version) throw new DomainError(learnErrors.EDITED_ELSEWHERE);
    if (found.firstPublishedAt !== null && found.slug !== article.slug) {
      throw new DomainError(learnErrors.SLUG_FIXED);
    }
    const [saved] = await tx
      .update(articles)
      .set({ ...columnsOf(article), version: version + 1, builtIn: null, updatedAt: now })
      .where(eq(articles.id, id))
      .returning()
      .catch((error: unknown) => {
        throw violates(error, 'articles_slug') ? new DomainError(learnErrors.SLUG_TAKEN) : error;
      });
    emit(ARTICLE_CHANGED, { payload: { articleId: id } });
    return adminArticleOf(present(saved, 'the saved article'));
  },
  audit: (_, { id, slug, version }) => ({ subject: `article:${id}`, details: { slug, version } }),
});
