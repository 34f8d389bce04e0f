import { createFileRoute } from '@tanstack/react-router';
import { loadAdminPanel } from '#features/back-office/client/admin-queries.ts';
import { readAdminSearch } from '#features/back-office/client/admin-search.ts';
import { whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { AdminPanelPage } from './-admin-panel-page.tsx';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-panel')({
  staticData: { layout: 'figures' },
  validateSearch: readAdminSearch,
  loader: whenAdmin(loadBySearch(readAdminSearch, loadAdminPanel)),
  head: () => titled('Admin panel'),
  component: AdminPanelPage,
});
