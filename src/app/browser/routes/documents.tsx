import { createFileRoute } from '@tanstack/react-router';
import { loadDocuments } from '#features/document-center/client/documents-queries.ts';
import { DocumentsScreen } from '#features/document-center/client/documents-screen.tsx';
import { readDocumentsSearch } from '#features/document-center/client/documents-search.ts';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/documents')({
  staticData: { layout: 'card' },
  validateSearch: readDocumentsSearch,
  loader: whenSignedIn(() => loadSoon(loadDocuments())),
  head: () => titled('Document Center'),
  component: DocumentsPage,
});

function DocumentsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <DocumentsScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readDocumentsSearch(next), replace: true, resetScroll: false })
        }
      />
    </SignedIn>
  );
}
