import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ExternalLink, FileQuestion } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { isNotFound, messageOf } from '#platform/browser/errors.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { usePageTitle } from '#platform/browser/page-title.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { type AdminArticle, type ArticleFields, articleFields } from '../learn.contract.ts';
import { ArticleForm } from './article-form.tsx';
import { ArticleStatusBadge } from './article-status-badge.tsx';
import { adminArticleOptions } from './learn-queries.ts';
import { useArticleChanges } from './use-article-changes.ts';
import { useSaveArticle } from './use-save-article.ts';

const ArticlePreview = partOnDemand(
  async () => (await import('./article-preview.tsx')).ArticlePreview,
  () => <Skeleton className="h-[30rem]" />,
);

const EMPTY: ArticleFields = { slug: '', title: '', summary: '', category: 'basics', body: '' };

/** Writes a new article, or edits the one with this id. */
export function ArticleEditorScreen(props: { id: string | null; onCreated: (id: string) => void }) {
  const { id, onCreated } = props;
  if (id === null) return <Editor article={null} onCreated={onCreated} />;
  return <ExistingArticle key={id} id={id} onCreated={onCreated} />;
}

function ExistingArticle({ id, onCreated }: { id: string; onCreated: (id: string) => void }) {
  const article = useQuery(adminArticleOptions(id));
  if (article.data) return <Editor article={article.data} onCreated={onCreated} />;
  if (article.isPending) {
    return (
      <SkeletonRegion label="Loading the article" className="page-width grid gap-6 py-12 lg:grid-cols-2">
        <Skeleton className="h-[30rem]" />
        <Skeleton className="h-[30rem]" />
      </SkeletonRegion>
    );
  }
  if (isNotFound(article.error)) {
    return (
      <EmptyState
        icon={FileQuestion}
        title="Article not found"
        text="It may have been deleted since."
        action={<BackToList />}
        className="page-width"
      />
    );
  }
  return (
    <ErrorState
      text={messageOf(article.error)}
      onRetry={() => void article.refetch()}
      retrying={article.isFetching}
    />
  );
}

function fieldsOf({ slug, title, summary, category, body }: AdminArticle): ArticleFields {
  return { slug, title, summary, category, body };
}

function Editor({ article, onCreated }: { article: AdminArticle | null; onCreated: (id: string) => void }) {
  const [version, setVersion] = useState(article?.version ?? 0);
  const form = useContractForm<ArticleFields, ArticleFields>({
    schema: articleFields,
    defaultValues: article ? fieldsOf(article) : EMPTY,
    // One for each version: text typed into an older one must not replace a newer one.
    draftKey: `article.${article?.id ?? 'new'}.${version}`,
  });
  const { save, saving } = useSaveArticle(form);
  const changes = useArticleChanges();
  const [title, body] = useWatch({ control: form.control, name: ['title', 'body'] });
  usePageTitle(article ? `Edit ${article.title}` : 'Write an article');
  const published = article?.status === 'published';

  async function store(fields: ArticleFields): Promise<AdminArticle | null> {
    const saved = await save(fields, article && { id: article.id, version });
    if (saved) setVersion(saved.version);
    return saved;
  }

  async function saveOnly(fields: ArticleFields) {
    const saved = await store(fields);
    if (saved && !article) onCreated(saved.id);
  }

  async function saveAndPublish(fields: ArticleFields) {
    const saved = await store(fields);
    if (!saved) return;
    await changes.publish(saved);
    if (!article) onCreated(saved.id);
  }

  const refusal = form.formState.errors.root?.server?.message;
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        back={<BackToList />}
        title={article ? 'Edit article' : 'Write an article'}
        badge={article && <ArticleStatusBadge status={article.status} />}
        actions={
          published && (
            <Link
              to="/learn/$slug"
              params={{ slug: article.slug }}
              className={buttonClass({ variant: 'secondary' })}
            >
              <ExternalLink size={17} aria-hidden="true" />
              See it in the library
            </Link>
          )
        }
      />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <form noValidate onSubmit={form.handleSubmit(saveOnly)} className="grid min-w-0 gap-5">
          <Card>
            <ArticleForm form={form} isNew={article === null} slugFixed={article?.slugFixed ?? false} />
          </Card>
          {refusal && <Alert tone="danger">{refusal}</Alert>}
          <EditorButtons
            isPublished={published}
            saving={saving}
            changing={changes.busyId !== null}
            onPublish={form.handleSubmit(saveAndPublish)}
            onUnpublish={() => article && void changes.unpublish(article)}
          />
        </form>
        <ArticlePreview title={title} body={body} />
      </div>
    </div>
  );
}

interface EditorButtonsProps {
  isPublished: boolean;
  saving: boolean;
  /** It is being published or unpublished. */
  changing: boolean;
  onPublish: () => void;
  onUnpublish: () => void;
}

/** Save, and publish or unpublish. */
function EditorButtons({ isPublished, saving, changing, onPublish, onUnpublish }: EditorButtonsProps) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
      {isPublished && (
        <Button variant="secondary" disabled={saving || changing} onClick={onUnpublish}>
          Unpublish
        </Button>
      )}
      <Button type="submit" variant={isPublished ? 'primary' : 'secondary'} busy={saving} busyText="Saving">
        {isPublished ? 'Save and publish' : 'Save draft'}
      </Button>
      {!isPublished && (
        <Button busy={changing} busyText="Publishing" disabled={saving} onClick={onPublish}>
          Publish
        </Button>
      )}
    </div>
  );
}

function BackToList() {
  return (
    <Link to="/admin-education" className="link-plain inline-flex min-h-11 items-center gap-1.5 font-medium">
      <ArrowLeft size={16} aria-hidden="true" />
      All articles
    </Link>
  );
}
