import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { articles } from '#db/schema/learn.ts';
import { requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { columnsOf } from './learn.views.ts';
import { digestOf, outdated } from './outdated-articles.ts';

/** Updates built-in articles to the text in the code. Articles that an author saved or deleted stay so. */
export const refreshLibrary = defineCommand({
  name: 'learn.refreshLibrary',
  input: z.strictObject({ requestId }),
  access: 'system',
  async run({ tx, now }) {
    const refreshed: string[] = [];
    for (const { id, article } of await outdated(tx)) {
      const builtIn = digestOf(article);
      const [changed] = await tx
        .update(articles)
        .set({ ...columnsOf(article), builtIn, version: sql`${articles.version} + 1`, updatedAt: now })
        .where(and(eq(articles.id, id), isNotNull(articles.builtIn), ne(articles.builtIn, builtIn)))
        .returning({ slug: articles.slug });
      if (changed) refreshed.push(changed.slug);
    }
    return { refreshed };
  },
  audit: (_, { refreshed }) => ({ subject: 'library', details: { refreshed } }),
});
