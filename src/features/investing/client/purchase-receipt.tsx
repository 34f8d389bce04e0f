import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ExactAmount } from '#ui/no-figure.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { InvestmentReceipt } from '../investing.contract.ts';
import { sharesText } from './order.ts';

interface PurchaseReceiptProps {
  /** Of new shares or of resold ones. */
  receipt: Pick<InvestmentReceipt, 'propertyId' | 'propertyName' | 'shares' | 'totalCents'>;
  /** When or how they were bought. */
  description: string;
  /** What the total consists of. */
  parts: readonly { term: string; value: ReactNode }[];
  /** Current place of the money. */
  money: ReactNode;
  onClose: () => void;
}

/** Receipt of a purchase: shares, cost, the new holding, the place of the money, and links to what comes next. */
export function PurchaseReceipt({ receipt, description, parts, money, onClose }: PurchaseReceiptProps) {
  const { propertyId, propertyName, shares, totalCents } = receipt;
  const done = useRef<HTMLButtonElement>(null);
  // After the dialog has opened: until then nothing in it takes the focus.
  useEffect(() => done.current?.focus(), []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`You bought ${sharesText(shares)} of ${propertyName}`}
      description={description}
      dirty={false}
      lowered
      footer={
        <>
          <Link to="/dashboard" className={buttonClass({ variant: 'secondary' })}>
            View portfolio
          </Link>
          <Button ref={done} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <DescriptionList
        className="rounded-box border border-line bg-paper px-4 py-2"
        items={[...parts, { term: 'Total paid', value: <ExactAmount cents={totalCents} />, total: true }]}
      />
      <DescriptionList
        className="mt-2 px-4"
        items={[{ term: 'You now own', value: <Owned propertyId={propertyId} /> }]}
      />
      <Alert className="mt-3">{money}</Alert>
      <p className="mt-4 text-[0.9375rem] text-muted">
        The purchase is in your{' '}
        <Link to="/transaction-history" className="link-plain">
          transaction history
        </Link>{' '}
        and the tax lot in your{' '}
        <Link to="/reports" className="link-plain">
          reports
        </Link>
        .
      </p>
    </Dialog>
  );
}

type PricedPurchase = Pick<InvestmentReceipt, 'shares' | 'pricePerShareCents' | 'amountCents' | 'feeCents'>;

/** What the total of a purchase at one price consists of. */
export function priceParts(
  { shares, pricePerShareCents, amountCents, feeCents }: PricedPurchase,
  feeLabel: string,
) {
  return [
    { term: 'Price per share', value: <ExactAmount cents={pricePerShareCents} /> },
    { term: sharesText(shares), value: <ExactAmount cents={amountCents} /> },
    { term: feeLabel, value: feeCents === 0 ? 'None' : <ExactAmount cents={feeCents} /> },
  ];
}

function Owned({ propertyId }: { propertyId: number }) {
  const { data, isError, isFetching, isFetchedAfterMount } = useQuery(
    trpc.resale.book.queryOptions({ propertyId }),
  );
  // A book from before the purchase would say too little.
  if (isFetching && !isFetchedAfterMount) return <Skeleton className="my-0.5 h-5 w-20" />;
  if (isError || !data) return 'Not available right now';
  const { sharesFree, sharesListed } = data.viewer;
  return <strong className="font-semibold tabular-nums">{sharesText(sharesFree + sharesListed)}</strong>;
}
