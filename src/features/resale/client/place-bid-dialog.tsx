import { useId, useState } from 'react';
import {
  buyerObstacle,
  CheaperNewShares,
  LimitLeft,
  ObstacleAlert,
  sharesText,
  useBuyer,
  useFewestSharesOnLeave,
} from '#features/investing/client/index.ts';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import { readPrice, readShareCount } from '#kernel/typed-numbers.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Money } from '#ui/money.tsx';
import type { ToastContent } from '#ui/toast.ts';
import { showToast } from '#ui/toast.ts';
import type { Book, OrderReceipt } from '../resale.contract.ts';
import { bandText, priceRangeOf } from '../resale.rules.ts';
import { ExpiryField, type OrderDraft, OrderFields } from './order-fields.tsx';
import { bidAction, bidConsequence, type OrderPreview, previewOrder } from './order-preview.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';

/** A bid at a price of one's own, with what happens before the button (bids are limit orders). */
export function PlaceBidDialog({ book, onClose }: { book: Book; onClose: () => void }) {
  const formId = useId();
  const { id, name, value, priceBand } = book.property;
  const storedDraft = useDraft<OrderDraft>(`resale.bid.${id}`);
  const usual = book.asks.find(({ sharesLeft, ownShares }) => sharesLeft > ownShares)?.pricePerShareCents;
  const [draft, setDraft] = useState<OrderDraft>({
    shares: '1',
    price: toDecimal(usual ?? book.lastPriceCents ?? value.perShareCents),
    days: '30',
    ...storedDraft.initial,
  });
  const [asked, setAsked] = useState(false);
  const close = () => {
    storedDraft.clear();
    onClose();
  };
  const bid = useCommand(trpc.resale.placeBid.mutationOptions(), {
    keyed: true,
    onDone(receipt) {
      close();
      showToast(bidToast(receipt));
    },
  });
  const { value: shares, problem: sharesProblem } = readShareCount(draft.shares);
  const { value: price, problem: priceProblem } = readPrice(draft.price, priceRangeOf(priceBand));
  const oneShare = useFewestSharesOnLeave(() => edit({ shares: '1' }));
  const preview =
    shares === null || price === null
      ? null
      : previewOrder(book, { side: 'bid', shares, pricePerShareCents: price });
  const costCents = preview ? preview.nowCents + preview.laterCents : 0;
  const buyer = useBuyer();
  const obstacle =
    shares === null || price === null
      ? null
      : buyerObstacle(
          { shares, pricePerShareCents: price, amountCents: costCents, totalCents: costCents },
          { ...buyer, cashCents: book.viewer.cashCents },
        );
  const cashAfter = preview ? book.viewer.cashCents - costCents : null;

  function edit(change: Partial<OrderDraft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    storedDraft.save(next);
    bid.forget();
  }

  function confirm() {
    if (shares === null || price === null || obstacle || preview?.meetsOwn) return;
    const expiresInDays = Number(draft.days);
    void bid.run({ propertyId: id, shares, pricePerShareCents: price, expiresInDays });
  }

  return (
    <Dialog
      open
      onClose={close}
      size="medium"
      title={`Bid for shares of ${name}`}
      description="Set how many shares you want and your highest price. You may pay less, never more."
      dirty={false}
      locked={bid.busy}
      footer={
        <>
          <Button variant="secondary" onClick={close} disabled={bid.busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            onClick={(event) => oneShare.isSpent(event) && event.preventDefault()}
            busy={bid.busy}
            busyText="Placing the bid"
            disabled={
              preview === null ||
              preview.meetsOwn ||
              obstacle !== null ||
              book.haltReason !== null ||
              book.closed
            }
          >
            {preview ? bidAction(preview) : 'Place bid'}
          </Button>
        </>
      }
    >
      {shares !== null && (
        <CheaperNewShares
          propertyId={id}
          shares={shares}
          resaleCents={costCents}
          className="mb-4"
          onFollow={close}
        />
      )}
      <form
        id={formId}
        noValidate
        // Enter submits nothing while the button is disabled.
        onKeyDown={(event) => event.key === 'Enter' && setAsked(true)}
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <OrderFields
          draft={draft}
          onEdit={edit}
          locked={bid.busy}
          sharesLabel="Number of shares"
          sharesError={
            sharesProblem ?? (asked && shares === null ? 'Enter the number of shares.' : undefined)
          }
          onLeaveShares={() => oneShare.leave(draft.shares)}
          priceLabel="Highest price"
          priceHint={bandText(priceBand)}
          priceError={priceProblem ?? (asked && price === null ? 'Enter your highest price.' : undefined)}
        />
        <div className="mt-4">
          <ExpiryField draft={draft} onEdit={edit} locked={bid.busy} />
        </div>
      </form>
      {obstacle && bid.error === null && (
        <ObstacleAlert obstacle={obstacle} onShares={(many) => edit({ shares: String(many) })} />
      )}
      {price !== null && (
        <p className="mt-3 text-sm text-muted">
          At {formatUsdExact(price)}: <PriceMeaning property={book.property} priceCents={price} />
        </p>
      )}
      <Consequence preview={preview} price={price} />
      <DescriptionList
        className="mt-2 px-4"
        items={[
          {
            term: 'Available cash afterwards',
            value: cashAfter === null ? '–' : <Money exact cents={cashAfter} />,
          },
        ]}
      />
      {obstacle === null && <LimitLeft limits={buyer.limits} />}
      <ResaleFailure error={bid.error} title="The bid was not placed" />
    </Dialog>
  );
}

function Consequence({ preview, price }: { preview: OrderPreview | null; price: number | null }) {
  return (
    <div
      aria-live="polite"
      className="mt-4 rounded-box border border-line bg-paper px-4 py-3 text-[0.9375rem]"
    >
      {preview === null || price === null ? (
        <p className="text-muted">Enter shares and a price to see what happens.</p>
      ) : preview.meetsOwn ? (
        <p>You are selling shares at this price or lower yourself. Cancel that listing first, or bid less.</p>
      ) : (
        <p>{bidConsequence(preview, price)}</p>
      )}
    </div>
  );
}

function bidToast({
  propertyName,
  sharesTraded,
  tradedCents,
  sharesLeft,
  pricePerShareCents,
}: OrderReceipt): ToastContent {
  const bought = `You bought ${sharesText(sharesTraded)} of ${propertyName} for ${formatUsdExact(tradedCents)}.`;
  if (sharesLeft === 0) return { title: 'Purchase Successful!', description: bought };
  const waiting = `Your bid for ${sharesText(sharesLeft)} of ${propertyName} at ${formatUsdExact(pricePerShareCents)} waits for a seller.`;
  if (sharesTraded === 0) return { title: 'Bid Placed', description: waiting };
  return { title: 'Purchase Successful!', description: `${bought} ${waiting}` };
}
