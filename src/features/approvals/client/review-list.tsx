import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { PagedList, type PagedListProps } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type RequestKind, useWaitingRequest, WaitingApproval } from './waiting-approval.tsx';

/** An admin's decision about what an owner filed: it is approved, or goes back with a reason. */
export type ReviewDecision = 'approve' | 'refuse';

interface ReviewListProps<Item>
  extends Pick<PagedListProps<Item>, 'list' | 'loadingLabel' | 'errorText' | 'empty'> {
  card: (item: Item, onDecide: (decision: ReviewDecision) => void) => ReactNode;
  /** Confirms a decision and sends it. */
  dialog: (item: Item, decision: ReviewDecision, onClose: () => void) => ReactNode;
}

/** What owners filed, as cards, and the dialog of the decision that is asked for. */
export function ReviewList<Item extends { id: string }>({ card, dialog, ...list }: ReviewListProps<Item>) {
  // The item as it was then: another admin's decision must not take the dialog away with the card.
  const [asked, setAsked] = useState<{ item: Item; decision: ReviewDecision } | null>(null);
  return (
    <div className="mt-5">
      <PagedList {...list} place="on the page" skeleton={<Skeleton className="h-72" />}>
        {(items) => (
          <div className="grid gap-5">
            {items.map((item) => (
              <Fragment key={item.id}>{card(item, (decision) => setAsked({ item, decision }))}</Fragment>
            ))}
          </div>
        )}
      </PagedList>
      {asked && dialog(asked.item, asked.decision, () => setAsked(null))}
    </div>
  );
}

interface ReviewButtonsProps {
  /** What is decided about, such as "valuation". */
  what: string;
  /** Tells the buttons of several cards apart. */
  name: string;
  ownedByViewer: boolean;
  /** The approval as another admin's is requested for it. */
  approval: RequestKind;
  refuseLabel: string;
  onDecide: (decision: ReviewDecision) => void;
}

/**
 * The two decisions of a card. Nobody has them about an own property, and an approval that another admin is asked for is
 * not offered again.
 */
export function ReviewButtons({
  what,
  name,
  ownedByViewer,
  approval,
  refuseLabel,
  onDecide,
}: ReviewButtonsProps) {
  const isRequested = useWaitingRequest(approval) !== undefined;
  return (
    <>
      <WaitingApproval {...approval} className="mt-4" />
      {ownedByViewer ? (
        <p className="mt-6 text-sm text-muted">
          You own this property, so another admin has to review this {what}.
        </p>
      ) : (
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button
            variant="secondary"
            aria-label={`${refuseLabel} ${name}`}
            onClick={() => onDecide('refuse')}
          >
            {refuseLabel}
          </Button>
          {!isRequested && (
            <Button aria-label={`Approve ${name}`} onClick={() => onDecide('approve')}>
              Approve
            </Button>
          )}
        </div>
      )}
    </>
  );
}
