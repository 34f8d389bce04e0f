import { createFileRoute } from '@tanstack/react-router';
import { loadBooks } from '#features/books/client/books-queries.ts';
import { BooksScreen } from '#features/books/client/books-screen.tsx';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin-books')({
  staticData: { layout: 'card' },
  loader: whenAdmin(() => loadSoon(loadBooks())),
  head: () => titled('Books'),
  component: AdminBooksPage,
});

function AdminBooksPage() {
  return (
    <AdminOnly>
      <BooksScreen />
    </AdminOnly>
  );
}
