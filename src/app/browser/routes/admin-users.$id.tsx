import { createFileRoute } from '@tanstack/react-router';
import { loadUser } from '#features/back-office/client/admin-queries.ts';
import { UserScreen } from '#features/back-office/client/user-screen.tsx';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin-users/$id')({
  staticData: { layout: 'columns' },
  loader: whenAdmin(({ params }: { params: { id: string } }) => loadSoon(loadUser(params.id))),
  head: () => titled('User'),
  component: AdminUserPage,
});

function AdminUserPage() {
  const { id } = Route.useParams();
  return (
    <AdminOnly>
      <UserScreen key={id} userId={id} />
    </AdminOnly>
  );
}
