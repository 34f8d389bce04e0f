import { after, DAY, formatDate } from '#kernel/time.ts';
import { PriceField } from '#ui/price-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { ShareField } from '#ui/share-field.tsx';

export interface OrderDraft {
  shares: string;
  price: string;
  days: string;
}

const expiries = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
];

/** The last day of an order that is placed now and stays open for this number of days. */
export function lastDay(days: string): string {
  return formatDate(after(new Date(), Number(days) * DAY));
}

interface OrderFieldsProps {
  draft: OrderDraft;
  onEdit: (change: Partial<OrderDraft>) => void;
  sharesLabel: string;
  sharesHint?: string | undefined;
  sharesError?: string | undefined;
  priceLabel: string;
  priceHint?: string | undefined;
  priceError?: string | undefined;
  maxShares?: number | undefined;
  locked: boolean;
  onLeaveShares?: (() => void) | undefined;
}

/** Number of shares, and their price. */
export function OrderFields({ draft, onEdit, onLeaveShares, locked, maxShares, ...texts }: OrderFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <ShareField
        label={texts.sharesLabel}
        hint={texts.sharesHint}
        error={texts.sharesError}
        max={maxShares}
        readOnly={locked}
        value={draft.shares}
        onChange={(event) => onEdit({ shares: event.target.value })}
        onBlur={onLeaveShares}
      />
      <PriceField
        label={texts.priceLabel}
        hint={texts.priceHint}
        error={texts.priceError}
        readOnly={locked}
        value={draft.price}
        onChange={(event) => onEdit({ price: event.target.value })}
      />
    </div>
  );
}

/** Days for which an order stays open. */
export function ExpiryField({
  draft,
  onEdit,
  locked,
}: Pick<OrderFieldsProps, 'draft' | 'onEdit' | 'locked'>) {
  return (
    <SelectField
      label="Good for"
      hint={`Until ${lastDay(draft.days)}`}
      className="max-w-60"
      options={expiries}
      disabled={locked}
      value={draft.days}
      onChange={(event) => onEdit({ days: event.target.value })}
    />
  );
}
