import { createFileRoute } from '@tanstack/react-router';
import { AdminDistributionsScreen } from '#features/distributions/client/admin-distributions-screen.tsx';
import { AdminOnly } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/admin-distributions')({
  head: () => titled('Distributions'),
  component: () => (
    <AdminOnly>
      <AdminDistributionsScreen />
    </AdminOnly>
  ),
});
