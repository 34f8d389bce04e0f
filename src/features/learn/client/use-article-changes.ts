import { showFailure } from '#features/identity/client/index.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';

interface ChangedArticle {
  id: string;
  title: string;
}

interface Change {
  id: string;
  send: () => Promise<unknown>;
  title: string;
  description: string;
}

export interface ArticleChanges {
  /** The article that is being changed now. */
  busyId: string | null;
  /** Each returns whether it was done; the outcome is shown in a message. */
  publish(article: ChangedArticle): Promise<boolean>;
  unpublish(article: ChangedArticle): Promise<boolean>;
  remove(article: ChangedArticle): Promise<boolean>;
}

/** Publishes, takes back and deletes articles, one after the other. */
export function useArticleChanges(): ArticleChanges {
  const { run, sent } = useCommand(
    {
      async mutationFn({ send }: Change) {
        await send();
        return true;
      },
    },
    {
      onDone: (_, { title, description }) => showToast({ title, description }),
      onFailed: (error) => showFailure(error),
    },
  );
  const carryOut = async (change: Change) => (await run(change)) === true;
  return {
    busyId: sent?.id ?? null,
    publish: ({ id, title }) =>
      carryOut({
        id,
        send: () => trpcClient.learn.publishArticle.mutate({ id }),
        title: 'Article published',
        description: `${title} is in the library now.`,
      }),
    unpublish: ({ id, title }) =>
      carryOut({
        id,
        send: () => trpcClient.learn.unpublishArticle.mutate({ id }),
        title: 'Article unpublished',
        description: `${title} is a draft again.`,
      }),
    remove: ({ id, title }) =>
      carryOut({
        id,
        send: () => trpcClient.learn.removeArticle.mutate({ id }),
        title: 'Draft deleted',
        description: `${title} was deleted.`,
      }),
  };
}
