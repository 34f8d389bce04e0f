import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codeOf } from '#platform/browser/errors.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import type { IncomingOrderKind } from '../order-book.rules.ts';
import type { ExpectedSale } from '../resale.contract.ts';
import { expectedSaleOf, type OrderPreview, orderObstacle, previewOrder } from './order-preview.ts';
import { bookOptions } from './resale-queries.ts';

export interface SaleOrder {
  propertyId: number;
  shares: number;
  pricePerShareCents: number;
}

/** A sale that waits for its confirmation, as it was shown: live bids must not change a button under the pointer. */
interface PlannedSale<Order> {
  order: Order;
  preview: OrderPreview;
  /** The refusal of earlier figures that these follow; null when they are the first. */
  follows: unknown;
}

interface SaleCommand<Order> {
  kind: Exclude<IncomingOrderKind, 'bid'>;
  /** Sends the order. Its answer, or null when there is none. */
  send: (order: Order, expectedSale: ExpectedSale) => Promise<unknown>;
  /** The order as it is now: some shares of a listing may be sold meanwhile. */
  current?: (order: Order) => Order;
  error: unknown;
  busy: boolean;
  reset: () => void;
}

/**
 * An order that asks a price. One that only waits is sent immediately, since it can be canceled; one that sells shares to
 * waiting bids is planned first, and confirmed with the figures that were shown. When the bids have changed, the new
 * figures are to be confirmed; when none is left, nothing is.
 */
export function usePlannedSale<Order extends SaleOrder>(command: SaleCommand<Order>) {
  const queryClient = useQueryClient();
  const [planned, setPlanned] = useState<PlannedSale<Order> | null>(null);
  const [bookError, setBookError] = useState<unknown>(null);
  const [withoutBids, setWithoutBids] = useState<Order | null>(null);
  const [isPlanning, setPlanning] = useState(false);

  const preview = async (order: Order) => {
    const book = await queryClient.fetchQuery({ ...bookOptions(order.propertyId), staleTime: 0 });
    return previewOrder(book, { side: 'ask', ...order });
  };
  const send = async ({ order, preview: shown }: PlannedSale<Order>) => {
    if ((await command.send(order, expectedSaleOf(shown))) !== null) setPlanned(null);
  };

  const submit = useSingleFlight(async (order: Order) => {
    setBookError(null);
    setWithoutBids(null);
    setPlanning(true);
    try {
      const plan = { order, preview: await preview(order), follows: null };
      if (orderObstacle(plan.preview, command.kind) !== null) return;
      if (plan.preview.sharesNow > 0) setPlanned(plan);
      else await send(plan);
    } catch (failure) {
      setBookError(failure);
    } finally {
      setPlanning(false);
    }
  });

  const bidsChanged = codeOf(command.error) === 'BIDS_CHANGED';
  const order = planned && (command.current?.(planned.order) ?? planned.order);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new figures are needed once for each refusal.
  useEffect(() => {
    if (!bidsChanged || !order) return;
    let isCurrent = true;
    const follow = (now: OrderPreview) => {
      if (!isCurrent) return;
      if (now.sharesNow > 0) return setPlanned({ order, preview: now, follows: command.error });
      reset();
      setWithoutBids(order);
    };
    preview(order).then(follow, (failure: unknown) => isCurrent && setBookError(failure));
    return () => {
      isCurrent = false;
    };
  }, [command.error]);

  function reset() {
    setPlanned(null);
    setBookError(null);
    setWithoutBids(null);
    command.reset();
  }
  return {
    submit,
    planned,
    /** The planned figures are those from before a refusal. */
    isOutdated: bidsChanged && planned?.follows !== command.error,
    bookError,
    /** The order whose bids were gone when it was confirmed. */
    withoutBids,
    confirm: () => planned && void send(planned),
    reset,
    error: command.error ?? bookError,
    /** Nothing may be typed or closed: the order is being looked at, or sent. */
    busy: command.busy || isPlanning,
  };
}
