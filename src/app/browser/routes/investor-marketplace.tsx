import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { firstSearch } from '#features/marketplace/client/first-filters.ts';
import { loadMarketplace } from '#features/marketplace/client/marketplace-queries.ts';
import { MarketplaceScreen } from '#features/marketplace/client/marketplace-screen.tsx';
import { readMarketplaceSearch } from '#features/marketplace/client/marketplace-search.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/investor-marketplace')({
  staticData: { layout: 'cards' },
  validateSearch: readMarketplaceSearch,
  beforeLoad: async ({ search, preload }) => {
    const preferred = preload ? null : await firstSearch(search).catch(() => null);
    if (preferred) throw redirect({ to: '/investor-marketplace', search: preferred, replace: true });
  },
  loader: whenSignedIn(loadBySearch(readMarketplaceSearch, loadMarketplace)),
  head: () => titled('Marketplace'),
  component: () => (
    <SignedIn>
      <MarketplaceScreen />
    </SignedIn>
  ),
});
