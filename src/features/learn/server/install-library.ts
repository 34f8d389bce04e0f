import { z } from 'zod';
import { articles } from '#db/schema/learn.ts';
import { newId } from '#kernel/ids.ts';
import { requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { columnsOf } from './learn.views.ts';
import { builtInArticles } from './library/index.ts';
import { digestOf, outdated } from './outdated-articles.ts';
import { refreshLibrary } from './refresh-library.ts';
/**
 * Publishes the built-in articles whose addresses are free; an article that is there stays as it is. Idempotent by
 * `requestId`.
 */
export const installLibrary = defineCommand({
  name: 'learn.installLibrary',
  input: z.strictObject({ requestId }),
  access: 'system',
  async run({ tx, now }) {
    const rows = builtInArticles.map((article, index) => ({
      ...columnsOf(article),
      // Ids one millisecond apart keep the order of the list.
      id: newId(now.getTime() + index),
      status: 'published' as const,
      version: 1,
      builtIn: digestOf(article),
      firstPublishedAt: now,
      createdAt: now,
      updatedAt: now,
    }));
    const added = await tx
      .insert(articles)
      .values(rows)
      .onConflictDoNothing({ target: articles.slug })
      .returning({ slug: articles.slug });
    return { installed: added.map(({ slug }) => slug) };
  },
  audit: (_, { installed }) => ({ subject: 'library', details: { installed } }),
});

/**
 * Gives an empty library the built-in articles, only once: after all are deleted the library stays empty. A library
 * that has them follows the code. Servers that start at once on the same database do it once.
 */
export async function ensureLibrary(platform: Platform): Promise<void> {
  const system = { platform, caller: { actor: systemActor('library') } };
  const [there] = await platform.db.select({ id: articles.id }).from(articles).limit(1);
  if (!there) await installLibrary(system, { requestId: 'built-in-library' });
  else if ((await outdated(platform.db)).length > 0) await refreshLibrary(system, { requestId: newId() });
}
