import { useState } from 'react';
import { showShareRange } from '#features/investing/client/index.ts';
import type { PriceBand } from '../resale.contract.ts';
import { bandText } from '../resale.rules.ts';
import { ExpiryField, OrderFields } from './order-fields.tsx';
import type { Bid } from './use-bid.ts';

interface BidFormProps {
  id: string;
  bid: Bid;
  priceBand: PriceBand;
  onLeaveShares: () => void;
}

/** Fields of a bid: shares, highest price and expiry. */
export function BidForm({ id, bid, priceBand, onLeaveShares }: BidFormProps) {
  const { draft, totalShares, shares, sharesProblem, price, priceProblem, busy, edit, place } = bid;
  const [asked, setAsked] = useState(false);
  return (
    <form
      id={id}
      noValidate
      // Enter submits nothing while the button is disabled.
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        setAsked(true);
        const isShareField = event.target instanceof HTMLInputElement && event.target.inputMode === 'numeric';
        if (isShareField && shares === null) showShareRange(1, totalShares);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        place();
      }}
    >
      <OrderFields
        draft={draft}
        onEdit={edit}
        locked={busy}
        sharesLabel="Number of shares"
        sharesError={sharesProblem ?? (asked && shares === null ? 'Enter the number of shares.' : undefined)}
        onLeaveShares={onLeaveShares}
        priceLabel="Highest price"
        priceHint={bandText(priceBand)}
        priceError={priceProblem ?? (asked && price === null ? 'Enter your highest price.' : undefined)}
      />
      <div className="mt-4">
        <ExpiryField draft={draft} onEdit={edit} locked={busy} />
      </div>
    </form>
  );
}
