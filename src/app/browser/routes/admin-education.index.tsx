import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { AdminLibraryScreen } from '#features/learn/client/admin-library-screen.tsx';
import { loadAdminLibrary } from '#features/learn/client/learn-queries.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin-education/')({
  staticData: { layout: 'card' },
  loader: whenAdmin(() => loadSoon(loadAdminLibrary())),
  head: () => titled('Education'),
  component: () => (
    <AdminOnly>
      <AdminLibraryScreen />
    </AdminOnly>
  ),
});
