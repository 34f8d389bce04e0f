import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadWatchlist } from '#features/watchlist/client/watchlist-queries.ts';
import { WatchlistScreen } from '#features/watchlist/client/watchlist-screen.tsx';
import { readWatchlistSearch } from '#features/watchlist/client/watchlist-search.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/investor-watchlist')({
  staticData: { layout: 'figures' },
  validateSearch: readWatchlistSearch,
  loader: whenSignedIn(() => loadSoon(loadWatchlist())),
  head: () => titled('Watchlist'),
  component: WatchlistPage,
});

function WatchlistPage() {
  const { invest } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <WatchlistScreen
        invest={invest}
        onInvest={(id) =>
          void navigate({ search: id === undefined ? {} : { invest: id }, replace: true, resetScroll: false })
        }
      />
    </SignedIn>
  );
}
