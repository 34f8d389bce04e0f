import { useState } from 'react';
import { buyerObstacle, sharesText, useBuyer } from '#features/investing/client/index.ts';
import { toDecimal } from '#kernel/money.ts';
import { readPrice, readShareCount } from '#kernel/typed-numbers.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { BookView, OrderReceipt } from '../resale.contract.ts';
import { priceRangeOf } from '../resale.rules.ts';
import { bidToast } from './bid-texts.ts';
import type { OrderDraft } from './order-fields.tsx';
import { bestOfOthers, orderObstacle, previewOrder } from './order-preview.ts';

interface BidEnds {
  /** At least a part of the bid has traded. */
  onBought: (receipt: OrderReceipt) => void;
  onClose: () => void;
}

/** A bid while it is typed: its fields, a preview of its trades, any obstacle, and the command that places it. */
export function useBid(book: BookView, { onBought, onClose }: BidEnds) {
  const { id, value, priceBand } = book.property;
  const storedDraft = useDraft<OrderDraft>(`resale.bid.${id}`);
  const lowestAsk = bestOfOthers(book.asks)?.pricePerShareCents;
  const [draft, setDraft] = useState<OrderDraft>({
    shares: '1',
    price: toDecimal(lowestAsk ?? book.lastPriceCents ?? value.perShareCents),
    days: '30',
    ...storedDraft.initial,
  });
  const close = () => {
    storedDraft.clear();
    onClose();
  };
  const command = useCommand(trpc.resale.placeBid.mutationOptions(), {
    keyed: true,
    onDone(receipt) {
      if (receipt.sharesTraded > 0) {
        storedDraft.clear();
        onBought(receipt);
      } else close();
      showToast(bidToast(receipt));
    },
  });
  const { totalShares } = book;
  const { value: shares, problem: sharesProblem } = readShareCount(draft.shares, {
    max: totalShares,
    tooMany: `The property has only ${sharesText(totalShares)}.`,
  });
  const { value: price, problem: priceProblem } = readPrice(draft.price, priceRangeOf(priceBand));
  const order = shares === null || price === null ? null : { shares, pricePerShareCents: price };
  const preview = order && previewOrder(book, { side: 'bid', ...order });
  const bookObstacle = preview && orderObstacle(preview, 'bid');
  const costCents = preview ? preview.nowCents + preview.laterCents : 0;
  const buyer = useBuyer();
  const obstacle = order && buyerObstacle({ ...order, amountCents: costCents, totalCents: costCents }, buyer);

  function edit(change: Partial<OrderDraft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    storedDraft.save(next);
    command.reset();
  }

  function place() {
    if (order === null || obstacle || bookObstacle !== null) return;
    void command.run({ propertyId: id, ...order, expiresInDays: Number(draft.days) });
  }

  return {
    draft,
    totalShares,
    shares,
    sharesProblem,
    price,
    priceProblem,
    preview,
    /** What stands in the way in the book. */
    bookObstacle,
    costCents,
    obstacle,
    limits: buyer.limits,
    cashCents: buyer.cashCents,
    error: command.error,
    busy: command.busy,
    edit,
    place,
    close,
  };
}

export type Bid = ReturnType<typeof useBid>;
