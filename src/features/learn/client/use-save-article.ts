import { useQueryClient } from '@tanstack/react-query';
import type { ContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { showToast } from '#ui/toast.ts';
import type { AdminArticle, ArticleFields } from '../learn.contract.ts';

/** Saves the form; a refusal is shown in it. */
export function useSaveArticle(form: ContractForm<ArticleFields, ArticleFields>) {
  const queryClient = useQueryClient();
  const outcome = {
    fieldOfCode: { SLUG_TAKEN: 'slug', SLUG_FIXED: 'slug' },
    onDone(saved: AdminArticle) {
      showToast({ title: 'Article saved', description: `${saved.title} was saved.` });
      queryClient.setQueryData(trpc.learn.adminArticle.queryKey({ id: saved.id }), saved);
    },
  } as const;
  const create = useFormCommand(form, trpc.learn.createArticle.mutationOptions(), {
    keyed: true,
    ...outcome,
  });
  const update = useFormCommand(form, trpc.learn.updateArticle.mutationOptions(), outcome);

  /** The saved article, or null when it was refused. */
  const save = (article: ArticleFields, edited: { id: string; version: number } | null) =>
    edited ? update.run({ ...edited, article }) : create.run({ article });

  return { save, saving: create.busy || update.busy };
}
