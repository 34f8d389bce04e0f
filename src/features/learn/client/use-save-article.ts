import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractForm } from '#platform/browser/forms.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import type { AdminArticle, ArticleFields } from '../learn.contract.ts';

/** Saves the form; a refusal is shown in it. */
export function useSaveArticle(form: ContractForm<ArticleFields, ArticleFields>) {
  const queryClient = useQueryClient();
  const create = useMutation(trpc.learn.createArticle.mutationOptions());
  const update = useMutation(trpc.learn.updateArticle.mutationOptions());

  async function write(fields: ArticleFields, edited: { id: string; version: number } | null) {
    if (edited) return update.mutateAsync({ ...edited, article: fields });
    const request = requestIdOf(`learn.createArticle:${JSON.stringify(fields)}`);
    const created = await create.mutateAsync({ article: fields, requestId: request.current() });
    request.renew();
    return created;
  }

  /** The saved article, or null when it was refused. */
  async function save(
    fields: ArticleFields,
    edited: { id: string; version: number } | null,
  ): Promise<AdminArticle | null> {
    try {
      const saved = await write(fields, edited);
      form.clearDraft();
      showToast({ title: 'Article Saved', description: `${saved.title} was saved.` });
      queryClient.setQueryData(trpc.learn.adminArticle.queryKey({ id: saved.id }), saved);
      return saved;
    } catch (error) {
      form.showError(error, { SLUG_TAKEN: 'slug', SLUG_FIXED: 'slug' });
      return null;
    }
  }

  return { save, saving: create.isPending || update.isPending };
}
