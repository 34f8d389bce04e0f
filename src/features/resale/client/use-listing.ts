import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LotChoice } from '#features/lots/lots.contract.ts';
import { codeOf } from '#platform/browser/errors.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import type { OrderReceipt } from '../resale.contract.ts';
import { expectedSaleOf, type OrderPreview, orderObstacle, previewOrder } from './order-preview.ts';
import { bookOptions } from './resale-queries.ts';

interface ListingOrder {
  propertyId: number;
  shares: number;
  pricePerShareCents: number;
  expiresInDays: number;
  lots?: LotChoice[];
}

/** A sale that waits for its confirmation, as it was shown: live bids must not change a button under the pointer. */
interface PlannedSale {
  order: ListingOrder;
  preview: OrderPreview;
  /** The refusal of earlier figures that these follow; null when they are the first. */
  follows: unknown;
}

/**
 * Lists shares. An order that only waits is listed immediately, since it can be canceled; one that sells shares to
 * waiting bids is planned first, and confirmed with the figures that were shown. When the bids have changed, the new
 * figures are to be confirmed; when none is left, nothing is.
 */
export function useListing(onListed: (receipt: OrderReceipt) => void) {
  const queryClient = useQueryClient();
  const [planned, setPlanned] = useState<PlannedSale | null>(null);
  const [bookError, setBookError] = useState<unknown>(null);
  const [withoutBids, setWithoutBids] = useState<ListingOrder | null>(null);
  const listing = useCommand(trpc.resale.openListing.mutationOptions(), {
    keyed: true,
    onDone(receipt) {
      setPlanned(null);
      onListed(receipt);
    },
  });

  const preview = async (order: ListingOrder) => {
    const book = await queryClient.fetchQuery({ ...bookOptions(order.propertyId), staleTime: 0 });
    return previewOrder(book, { side: 'ask', ...order });
  };
  const send = ({ order, preview: shown }: PlannedSale) =>
    listing.run({ ...order, expectedSale: expectedSaleOf(shown) });

  const submit = useSingleFlight(async (order: ListingOrder) => {
    setBookError(null);
    setWithoutBids(null);
    try {
      const plan = { order, preview: await preview(order), follows: null };
      if (orderObstacle(plan.preview, 'listing') !== null) return;
      if (plan.preview.sharesNow > 0) setPlanned(plan);
      else await send(plan);
    } catch (failure) {
      setBookError(failure);
    }
  });

  const bidsChanged = codeOf(listing.error) === 'BIDS_CHANGED';
  const order = planned?.order;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new figures are needed once for each refusal.
  useEffect(() => {
    if (!bidsChanged || !order) return;
    let isCurrent = true;
    const follow = (now: OrderPreview) => {
      if (!isCurrent) return;
      if (now.sharesNow > 0) return setPlanned({ order, preview: now, follows: listing.error });
      forget();
      setWithoutBids(order);
    };
    preview(order).then(follow, (failure: unknown) => isCurrent && setBookError(failure));
    return () => {
      isCurrent = false;
    };
  }, [listing.error]);

  function forget() {
    setPlanned(null);
    setBookError(null);
    setWithoutBids(null);
    listing.forget();
  }
  return {
    submit,
    planned,
    /** The planned figures are those from before a refusal. */
    isOutdated: bidsChanged && planned?.follows !== listing.error,
    bookError,
    /** The order whose bids were gone when it was confirmed. */
    withoutBids,
    confirm: () => planned && void send(planned),
    forget,
    error: listing.error ?? bookError,
    busy: listing.busy,
  };
}

export type Listing = ReturnType<typeof useListing>;
