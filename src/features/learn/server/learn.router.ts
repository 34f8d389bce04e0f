import { adminProcedure, publicProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  adminArticleList,
  adminArticle as adminArticleOutput,
  articleContent,
  articleIdInput,
  articleInput,
  articleList,
  articleListInput,
  article as articleOutput,
  createArticleInput,
  previewInput,
  removedArticle,
  updateArticleInput,
} from '../learn.contract.ts';
import { createArticle } from './create-article.ts';
import { withFigures } from './figures.ts';
import { adminArticle, adminList, article, list } from './learn.queries.ts';
import { contentOf } from './markdown.ts';
import { publishArticle } from './publish-article.ts';
import { removeArticle } from './remove-article.ts';
import { unpublishArticle } from './unpublish-article.ts';
import { updateArticle } from './update-article.ts';

export const learnRouter = router({
  list: publicProcedure
    .input(articleListInput)
    .output(articleList)
    .query(({ ctx, input }) => list(ctx.platform.db, input)),
  article: publicProcedure
    .input(articleInput)
    .output(articleOutput)
    .query(({ ctx, input }) => article(ctx.platform, input)),
  adminList: adminProcedure.output(adminArticleList).query(({ ctx }) => adminList(ctx.platform.db)),
  adminArticle: adminProcedure
    .input(articleIdInput)
    .output(adminArticleOutput)
    .query(({ ctx, input }) => adminArticle(ctx.platform.db, input)),
  // Changes nothing; a mutation because a whole article does not fit into an address.
  preview: adminProcedure
    .input(previewInput)
    .output(articleContent)
    .mutation(({ ctx, input }) => contentOf(withFigures(ctx.platform, input.body))),
  createArticle: adminProcedure
    .input(createArticleInput)
    .output(adminArticleOutput)
    .mutation(({ ctx, input }) => createArticle(ctx, input)),
  updateArticle: adminProcedure
    .input(updateArticleInput)
    .output(adminArticleOutput)
    .mutation(({ ctx, input }) => updateArticle(ctx, input)),
  publishArticle: adminProcedure
    .input(articleIdInput)
    .output(adminArticleOutput)
    .mutation(({ ctx, input }) => publishArticle(ctx, input)),
  unpublishArticle: adminProcedure
    .input(articleIdInput)
    .output(adminArticleOutput)
    .mutation(({ ctx, input }) => unpublishArticle(ctx, input)),
  removeArticle: adminProcedure
    .input(articleIdInput)
    .output(removedArticle)
    .mutation(({ ctx, input }) => removeArticle(ctx, input)),
});
