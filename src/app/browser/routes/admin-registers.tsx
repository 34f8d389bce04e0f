import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { loadRegisters } from '#features/registers/client/registers-queries.ts';
import { RegistersScreen } from '#features/registers/client/registers-screen.tsx';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin-registers')({
  staticData: { layout: 'card' },
  loader: whenAdmin(() => loadSoon(loadRegisters())),
  head: () => titled('Registers'),
  component: AdminRegistersPage,
});

function AdminRegistersPage() {
  return (
    <AdminOnly>
      <RegistersScreen />
    </AdminOnly>
  );
}
