import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { TransactionHistoryScreen } from '#features/transactions/client/transaction-history-screen.tsx';
import { loadTransactions } from '#features/transactions/client/transactions-queries.ts';
import { readTransactionsSearch } from '#features/transactions/client/transactions-search.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/transaction-history')({
  staticData: { layout: 'figures' },
  validateSearch: readTransactionsSearch,
  loader: whenSignedIn(loadBySearch(readTransactionsSearch, loadTransactions)),
  head: () => titled('Transaction history'),
  component: TransactionHistoryPage,
});

function TransactionHistoryPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <TransactionHistoryScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readTransactionsSearch(next), replace: true, resetScroll: false })
        }
      />
    </SignedIn>
  );
}
