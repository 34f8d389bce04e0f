import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { ResaleMarketplaceScreen } from '#features/resale/client/resale-marketplace-screen.tsx';
import { loadResaleMarketplace } from '#features/resale/client/resale-queries.ts';
import { readResaleSearch } from '#features/resale/client/resale-search.ts';
import { useDialogInAddress } from '#platform/browser/dialog-in-address.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/resale-marketplace')({
  staticData: { layout: 'figures' },
  validateSearch: readResaleSearch,
  loader: whenSignedIn(loadBySearch(readResaleSearch, loadResaleMarketplace)),
  head: () => titled('Resale marketplace'),
  component: ResaleMarketplacePage,
});

function ResaleMarketplacePage() {
  const search = Route.useSearch();
  const changeSearch = useDialogInAddress('buy', search, Route.useNavigate());
  return (
    <SignedIn>
      <ResaleMarketplaceScreen search={search} onSearch={changeSearch} />
    </SignedIn>
  );
}
