import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { LibrarySearch } from './learn-search.ts';

export const libraryOptions = (search: LibrarySearch) => trpc.learn.list.queryOptions(search);
export const articleOptions = (slug: string) => trpc.learn.article.queryOptions({ slug });
export const adminListOptions = () => trpc.learn.adminList.queryOptions();
export const adminArticleOptions = (id: string) => trpc.learn.adminArticle.queryOptions({ id });

export function loadLibrary(search: LibrarySearch) {
  return queryClient.ensureQueryData(libraryOptions(search));
}

export function loadArticle(slug: string) {
  return queryClient.ensureQueryData(articleOptions(slug));
}

export function loadAdminLibrary() {
  return queryClient.ensureQueryData(adminListOptions());
}

/** Someone else may have saved since, so an article is read again each time it is opened for editing. */
export function loadAdminArticle(id: string) {
  return queryClient.fetchQuery({ ...adminArticleOptions(id), staleTime: 0 });
}
