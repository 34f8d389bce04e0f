import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadSellShares } from '#features/resale/client/resale-queries.ts';
import { SellSharesScreen } from '#features/resale/client/sell-shares-screen.tsx';
import { readPropertyId } from '#kernel/property-id.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/share-resale')({
  validateSearch: ({ property }: Record<string, unknown>): { property?: number } => {
    const id = readPropertyId(property);
    return id === undefined ? {} : { property: id };
  },
  loader: whenSignedIn(() => loadSoon(loadSellShares())),
  head: () => titled('Sell My Shares'),
  component: SellSharesPage,
});

function SellSharesPage() {
  const { property } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <SellSharesScreen
        propertyId={property}
        onOpen={(id) =>
          void navigate({
            search: id === undefined ? {} : { property: id },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </SignedIn>
  );
}
