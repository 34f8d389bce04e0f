import { PurchaseReceipt, sharesText } from '#features/investing/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import { ExactAmount } from '#ui/no-figure.tsx';
import type { OrderReceipt } from '../resale.contract.ts';
import { RESALE_FEE_BPS } from '../resale.rules.ts';
import { waitingText } from './bid-texts.ts';

/** The receipt of a bid that traded immediately, as a whole or in part. It may have met several prices. */
export function BidReceipt({ receipt, onClose }: { receipt: OrderReceipt; onClose: () => void }) {
  const { sharesTraded, tradedCents, pricePerShareCents } = receipt;
  return (
    <PurchaseReceipt
      receipt={{ ...receipt, shares: sharesTraded, totalCents: tradedCents }}
      description={`Your bid was for up to ${formatUsdExact(pricePerShareCents)} a share.`}
      parts={[
        {
          term: sharesTraded === 1 ? 'Price per share' : 'Average price per share',
          value: <ExactAmount cents={Math.round(tradedCents / sharesTraded)} />,
        },
        { term: sharesText(sharesTraded), value: <ExactAmount cents={tradedCents} /> },
        { term: 'Resale fee', value: RESALE_FEE_BPS === 0 ? 'None' : 'Included' },
      ]}
      money={[
        plural(
          sharesTraded,
          'The seller is paid right away, and the share is yours.',
          'Sellers are paid right away, and the shares are yours.',
        ),
        'A resale purchase is final.',
        waitingText(receipt),
      ]
        .join(' ')
        .trim()}
      onClose={onClose}
    />
  );
}
