import type { ReactNode } from 'react';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { type DescriptionItem, DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { ExactAmount } from '#ui/no-figure.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { sharesText } from './order.ts';
import type { Click } from './use-share-order.ts';

/** Placeholder of a purchase while its data load. */
export function PurchaseSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label} className="grid gap-4">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-12" />
      <Skeleton className="h-44" />
    </SkeletonRegion>
  );
}

export function SharePrice({
  label,
  cents,
  children,
}: {
  label: string;
  cents: Cents;
  children?: ReactNode;
}) {
  return (
    <div className="mb-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-muted">{label}</span>
        <Money exact cents={cents} className="text-lg font-semibold" />
      </p>
      {children && <p className="text-sm text-muted">{children}</p>}
    </div>
  );
}

interface PurchaseSummaryProps {
  /** The parts of the total. */
  parts: readonly DescriptionItem[];
  totalCents: Cents | undefined;
  /** The buyer's available cash, undefined while it is not known. */
  cashCents: Cents | undefined;
  /** Lines below the cash. */
  more?: readonly DescriptionItem[];
}

/** The cost of a purchase, and the cash that is left after it. */
export function PurchaseSummary({ parts, totalCents, cashCents, more = [] }: PurchaseSummaryProps) {
  const cashAfter = totalCents === undefined || cashCents === undefined ? null : cashCents - totalCents;
  const isShort = cashAfter !== null && cashAfter < 0;
  return (
    <>
      <DescriptionList
        className="mt-4 rounded-box border border-line bg-paper px-4 py-2"
        items={[...parts, { term: 'Total', value: <ExactAmount cents={totalCents} />, total: true }]}
      />
      <DescriptionList
        className="mt-2 px-4"
        items={[
          {
            term: 'Available cash after purchase',
            value: <ExactAmount cents={cashAfter} className={isShort ? 'font-semibold text-negative' : ''} />,
          },
          ...more,
        ]}
      />
    </>
  );
}

interface PurchaseButtonsProps {
  shares: number | null;
  totalCents: Cents | undefined;
  disabled: boolean;
  busy: boolean;
  onCancel: () => void;
  onBuy: (click: Click) => void;
}

export function PurchaseButtons({
  shares,
  totalCents,
  disabled,
  busy,
  onCancel,
  onBuy,
}: PurchaseButtonsProps) {
  return (
    <>
      <Button variant="secondary" onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
      <Button onClick={onBuy} disabled={disabled} busy={busy} busyText="Buying">
        {shares === null || totalCents === undefined
          ? 'Buy shares'
          : `Buy ${sharesText(shares)} for ${formatUsdExact(totalCents)}`}
      </Button>
    </>
  );
}
