import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { ArticleEditorScreen } from '#features/learn/client/article-editor-screen.tsx';
import { loadAdminArticle } from '#features/learn/client/learn-queries.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

const NEW = 'new';

export const Route = createFileRoute('/admin-education/$id')({
  staticData: { layout: 'columns' },
  loader: whenAdmin(({ params }: { params: { id: string } }) =>
    params.id === NEW ? undefined : loadSoon(loadAdminArticle(params.id)),
  ),
  head: () => titled('Article'),
  component: EditorPage,
});

function EditorPage() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <ArticleEditorScreen
        key={id}
        id={id === NEW ? null : id}
        onCreated={(created) => void navigate({ params: { id: created }, replace: true })}
      />
    </AdminOnly>
  );
}
