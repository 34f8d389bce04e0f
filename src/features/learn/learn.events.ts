import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** An admin created, changed, published, unpublished or deleted an article. */
export const ARTICLE_CHANGED = defineEvent('learn.articleChanged', z.object({ articleId: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    learn: typeof import('./learn.events.ts');
  }
}
