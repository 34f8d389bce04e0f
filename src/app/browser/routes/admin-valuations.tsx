import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly } from '#features/identity/client/index.ts';
import { AdminValuationsScreen } from '#features/valuations/client/admin-valuations-screen.tsx';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/admin-valuations')({
  head: () => titled('Valuations'),
  component: () => (
    <AdminOnly>
      <AdminValuationsScreen />
    </AdminOnly>
  ),
});
