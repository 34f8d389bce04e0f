import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadSellShares } from '#features/resale/client/resale-queries.ts';
import { readSellSearch } from '#features/resale/client/sell-search.ts';
import { SellSharesScreen } from '#features/resale/client/sell-shares-screen.tsx';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/share-resale')({
  staticData: { layout: 'card' },
  validateSearch: readSellSearch,
  loader: whenSignedIn(() => loadSoon(loadSellShares())),
  head: () => titled('Sell My Shares'),
  component: SellSharesPage,
});

function SellSharesPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <SellSharesScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </SignedIn>
  );
}
