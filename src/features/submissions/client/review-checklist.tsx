import { useRef, useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import {
  type ConfirmationItem,
  confirmationItem,
  type ReviewedSubmission,
  requiredItem,
} from '../submissions.contract.ts';
import { confirmationLabel, documentLabel } from '../submissions.rules.ts';
import { confirmedText, submittedText, yieldProblem } from './confirmation-texts.ts';

const ItemForm = partOnDemand(
  async () => (await import('./item-form.tsx')).ItemForm,
  () => <Skeleton className="h-48" />,
);

/** Items to confirm before approval: the owner's figure, the confirmed one, its reviewer and document. */
export function ReviewChecklist({
  submission,
  shownId,
}: {
  submission: ReviewedSubmission;
  /** The document that is shown beside it. */
  shownId: string | null;
}) {
  const left = submission.missing.length;
  return (
    <Card
      title="To confirm"
      description={
        left === 0
          ? 'Every figure is confirmed against a document.'
          : `${left} of ${requiredItem.options.length} left. Confirm all of them before you approve.`
      }
    >
      <ul className="divide-y divide-line">
        {confirmationItem.options.map((item) => (
          <Row key={item} item={item} submission={submission} shownId={shownId} />
        ))}
      </ul>
    </Card>
  );
}

/** One item. Each row opens its own form, so that opening another one loses nothing that is typed. */
function Row({
  item,
  submission,
  shownId,
}: {
  item: ConfirmationItem;
  submission: ReviewedSubmission;
  shownId: string | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { confirmations, status, mayDecide } = submission;
  const isConfirmed = confirmations.some(({ value, isValid }) => value.item === item && isValid);
  const verb = isConfirmed ? 'Change' : 'Confirm';

  function close() {
    setOpen(false);
    opener.current?.focus();
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <Item item={item} submission={submission} />
      {status === 'pending' && mayDecide && (
        <>
          <Button
            ref={opener}
            variant="secondary"
            aria-label={`${verb} ${confirmationLabel[item].toLowerCase()}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {verb}
          </Button>
          {isOpen && <ItemForm item={item} submission={submission} shownId={shownId} onClose={close} />}
        </>
      )}
    </li>
  );
}

function Item({ item, submission }: { item: ConfirmationItem; submission: ReviewedSubmission }) {
  const confirmed = submission.confirmations.find(({ value }) => value.item === item);
  const document = submission.documents.find(({ id }) => id === confirmed?.documentId);
  const unsupported = confirmed?.isValid ? yieldProblem(confirmed.value, submission) : null;
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {confirmationLabel[item]}
        {confirmed?.isValid ? (
          <Badge tone="success">Confirmed</Badge>
        ) : (
          <Badge tone={item === 'position' && !confirmed ? 'neutral' : 'warning'}>
            {confirmed ? 'Its document no longer counts' : 'Not confirmed'}
          </Badge>
        )}
      </p>
      <p className="text-sm text-muted wrap-anywhere">{submittedText(item, submission.fields)}</p>
      {confirmed && <p className="mt-1 wrap-anywhere">{confirmedText(confirmed.value)}</p>}
      {unsupported && <p className="mt-1 text-sm font-medium text-caution wrap-anywhere">{unsupported}</p>}
      {confirmed && (
        <p className="text-sm text-muted wrap-anywhere">
          By {confirmed.by} on {formatDate(confirmed.at)}
          {document && `, from ${documentLabel[document.kind]}`}
        </p>
      )}
    </div>
  );
}
