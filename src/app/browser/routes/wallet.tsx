import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadWallet } from '#features/wallet/client/wallet-queries.ts';
import { WalletScreen } from '#features/wallet/client/wallet-screen.tsx';
import { parseWalletSearch } from '#features/wallet/client/wallet-search.ts';
import { WalletSkeleton } from '#features/wallet/client/wallet-skeleton.tsx';
import { useDialogInAddress } from '#platform/browser/dialog-in-address.ts';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/wallet')({
  staticData: { layout: 'columns' },
  validateSearch: parseWalletSearch,
  loader: whenSignedIn(loadWallet),
  head: () => titled('Wallet'),
  pendingComponent: WalletSkeleton,
  component: WalletPage,
});

function WalletPage() {
  const search = Route.useSearch();
  const changeSearch = useDialogInAddress('dialog', search, Route.useNavigate());
  return (
    <SignedIn>
      <WalletScreen search={search} onSearch={changeSearch} />
    </SignedIn>
  );
}
