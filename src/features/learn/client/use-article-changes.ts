import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';

interface Changed {
  id: string;
  title: string;
}

export interface ArticleChanges {
  /** The article that is being changed now. */
  busyId: string | null;
  /** Each returns whether it was done; the outcome is shown in a message. */
  publish(article: Changed): Promise<boolean>;
  unpublish(article: Changed): Promise<boolean>;
  remove(article: Changed): Promise<boolean>;
}

/** Publishes, takes back and deletes articles. */
export function useArticleChanges(): ArticleChanges {
  const publish = useMutation(trpc.learn.publishArticle.mutationOptions());
  const unpublish = useMutation(trpc.learn.unpublishArticle.mutationOptions());
  const remove = useMutation(trpc.learn.removeArticle.mutationOptions());
  const [busyId, setBusyId] = useState<string | null>(null);

  async function carryOut(id: string, change: () => Promise<unknown>, done: { title: string; text: string }) {
    if (busyId !== null) return false;
    setBusyId(id);
    try {
      await change();
      showToast({ title: done.title, description: done.text });
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    } finally {
      setBusyId(null);
    }
  }

  return {
    busyId,
    publish: ({ id, title }) =>
      carryOut(id, () => publish.mutateAsync({ id }), {
        title: 'Article Published',
        text: `${title} is in the library now.`,
      }),
    unpublish: ({ id, title }) =>
      carryOut(id, () => unpublish.mutateAsync({ id }), {
        title: 'Article Unpublished',
        text: `${title} is a draft again.`,
      }),
    remove: ({ id, title }) =>
      carryOut(id, () => remove.mutateAsync({ id }), {
        title: 'Draft Deleted',
        text: `${title} was deleted.`,
      }),
  };
}
