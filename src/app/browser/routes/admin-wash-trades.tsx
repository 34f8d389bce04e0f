import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { loadWashTrades } from '#features/resale/client/wash-trades-queries.ts';
import { WashTradesScreen } from '#features/resale/client/wash-trades-screen.tsx';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin-wash-trades')({
  staticData: { layout: 'card' },
  loader: whenAdmin(() => loadSoon(loadWashTrades())),
  head: () => titled('Wash trades'),
  component: () => (
    <AdminOnly>
      <WashTradesScreen />
    </AdminOnly>
  ),
});
