import type { LotChoice } from '#features/lots/lots.contract.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import type { OrderReceipt } from '../resale.contract.ts';
import { type SaleOrder, usePlannedSale } from './use-planned-sale.ts';

interface ListingOrder extends SaleOrder {
  expiresInDays: number;
  lots?: LotChoice[];
}

/** Lists shares; what sells immediately is confirmed first. */
export function useListing(onListed: (receipt: OrderReceipt) => void) {
  const { run, ...listing } = useCommand(trpc.resale.openListing.mutationOptions(), {
    keyed: true,
    onDone: onListed,
  });
  return usePlannedSale<ListingOrder>({
    ...listing,
    kind: 'listing',
    send: (order, expectedSale) => run({ ...order, expectedSale }),
  });
}

export type Listing = ReturnType<typeof useListing>;
