/** An admin created, changed, published, unpublished or deleted an article. */
export const ARTICLE_CHANGED = 'learn.articleChanged';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    learn: typeof import('./learn.events.ts');
  }
}
