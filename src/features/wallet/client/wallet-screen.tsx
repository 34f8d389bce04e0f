import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react';
import { useEffect } from 'react';
import { useUser } from '#platform/browser/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { WalletOverview } from '../wallet.contract.ts';
import { MovementHistory, TransferHistory } from './wallet-history.tsx';
import { overviewOptions } from './wallet-queries.ts';
import type { WalletSearch } from './wallet-search.ts';

const TransferDialog = dialogOnDemand(async () => (await import('./transfer-dialog.tsx')).TransferDialog);

interface WalletScreenProps {
  search: WalletSearch;
  onSearch: (search: WalletSearch) => void;
}

export function WalletScreen({ search, onSearch }: WalletScreenProps) {
  const { data: overview } = useSuspenseQuery(overviewOptions());
  const { dialog, view, cents } = search;
  // Ahead of its opening, but not ahead of the page.
  useEffect(TransferDialog.prepare, []);
  const close = () => onSearch(view ? { view } : {});
  const deposit = () => onSearch({ ...search, dialog: 'deposit' });
  const isFrozen = Boolean(useUser().user?.frozen);
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Wallet"
        description="Your cash and every transaction."
        badge={overview.sandbox && <Badge tone="accent">Sandbox bank</Badge>}
      />
      <div className="grid gap-5 lg:grid-cols-[1.6fr_1fr]">
        <Balance
          overview={overview}
          isFrozen={isFrozen}
          onDeposit={deposit}
          onWithdraw={() => onSearch({ ...(view && { view }), dialog: 'withdraw' })}
        />
        <OnItsWay overview={overview} />
      </div>
      <Card className="mt-8" padded={false}>
        <Tabs
          label="History"
          className="[&>[role=tablist]]:px-3 [&>[role=tablist]]:pt-2 [&>[role=tabpanel]]:pt-2"
          selected={view ?? 'cash'}
          onSelect={(id) => onSearch(id === 'transfers' ? { view: 'transfers' } : {})}
          tabs={[
            {
              id: 'cash',
              title: 'Cash history',
              content: <MovementHistory onDeposit={isFrozen ? null : deposit} />,
            },
            {
              id: 'transfers',
              title: 'Bank transfers',
              content: <TransferHistory onDeposit={isFrozen ? null : deposit} />,
            },
          ]}
        />
      </Card>
      {overview.sandbox && <SandboxNotice />}
      {dialog && (
        <TransferDialog
          key={dialog}
          direction={dialog === 'deposit' ? 'deposit' : 'withdrawal'}
          overview={overview}
          missingCents={cents}
          onClose={close}
        />
      )}
    </div>
  );
}

function SandboxNotice() {
  return (
    <Alert tone="accent" title="Sandbox bank" className="mt-8">
      No real money moves. Transfers settle within seconds, and an amount that ends in .13 is declined, so
      that you can see both.
    </Alert>
  );
}

interface BalanceProps {
  overview: WalletOverview;
  /** The banner above the page says why. */
  isFrozen: boolean;
  onDeposit: () => void;
  onWithdraw: () => void;
}

function Balance({ overview, isFrozen, onDeposit, onWithdraw }: BalanceProps) {
  return (
    <Card aria-labelledby="available-cash">
      <h2 id="available-cash" className="font-sans text-sm font-medium tracking-normal text-muted">
        Available cash
      </h2>
      <p className="mt-1 text-4xl leading-tight font-semibold tracking-tight sm:text-5xl">
        <Money exact cents={overview.availableCents} />
      </p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button onClick={onDeposit} disabled={isFrozen}>
          <ArrowDownToLine size={18} aria-hidden="true" />
          Deposit
        </Button>
        <Button variant="secondary" onClick={onWithdraw} disabled={isFrozen || overview.availableCents === 0}>
          <ArrowUpFromLine size={18} aria-hidden="true" />
          Withdraw
        </Button>
        <Link to="/investor-marketplace" className="link-plain self-center sm:ml-1 font-medium">
          Browse properties
        </Link>
      </div>
    </Card>
  );
}

function OnItsWay({ overview }: { overview: WalletOverview }) {
  const { pendingDepositsCents, pendingWithdrawalsCents, reservedForBidsCents } = overview;
  const quiet = pendingDepositsCents === 0 && pendingWithdrawalsCents === 0;
  return (
    <Card title="Not in available cash">
      <div aria-live="polite">
        <DescriptionList
          items={[
            { term: 'Reserved for bids', value: <Money exact cents={reservedForBidsCents} /> },
            { term: 'Pending deposits', value: <Money exact cents={pendingDepositsCents} /> },
            { term: 'Pending withdrawals', value: <Money exact cents={pendingWithdrawalsCents} /> },
          ]}
        />
        <p className="mt-3 text-sm text-muted">
          {quiet ? 'No bank transfer is pending.' : 'This page updates when your bank settles a transfer.'}
          {reservedForBidsCents > 0 && (
            <>
              {' '}
              Bids hold their money until they fill, expire or are canceled.{' '}
              <Link to="/resale-marketplace" search={{ view: 'own-bids' }} className="link-plain">
                Your bids
              </Link>
            </>
          )}
        </p>
      </div>
    </Card>
  );
}
