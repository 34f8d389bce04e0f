import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import {
  ProtectedDialog,
  ReviewButtons,
  type ReviewDecision,
  ReviewList,
  type ReviewScreenProps,
  readReviewSearch,
} from '#features/approvals/client/index.ts';
import { formatBps, formatUsdExact } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReviewedValuation } from '../valuations.contract.ts';
import { basisLabel, LARGE_CHANGE_TEXT } from '../valuations.rules.ts';
import { reviewListOptions } from './valuation-queries.ts';

const statusBadge = {
  pending: { tone: 'warning', label: 'Awaiting approval' },
  approved: { tone: 'success', label: 'Approved' },
  rejected: { tone: 'danger', label: 'Rejected' },
} as const;

/** Valuations filed by owners: those awaiting approval, and all. */
export function AdminValuationsScreen({ search, onSearch }: ReviewScreenProps) {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Valuations"
        description="Valuations that owners filed, next to their documents. Once you approve one, it sets the value of every share."
      />
      <Tabs
        label="Valuations"
        selected={search.view ?? 'awaiting'}
        onSelect={(view) => onSearch(readReviewSearch({ view }))}
        tabs={[
          { id: 'awaiting', title: 'Awaiting approval', content: <Valuations awaiting /> },
          { id: 'all', title: 'All valuations', content: <Valuations awaiting={false} /> },
        ]}
      />
    </div>
  );
}

function Valuations({ awaiting }: { awaiting: boolean }) {
  const list = useInfiniteQuery(reviewListOptions(awaiting ? 'pending' : undefined));
  return (
    <ReviewList
      list={list}
      loadingLabel="Loading the valuations"
      errorText={messageOf(list.error)}
      empty={
        <EmptyState
          icon={Scale}
          title={awaiting ? 'Nothing to review' : 'No valuations yet'}
          text="A valuation appears here when an owner files one for a property."
        />
      }
      card={(valuation, onDecide) => <ValuationCard valuation={valuation} onDecide={onDecide} />}
      dialog={(valuation, decision, onClose) =>
        decision === 'approve' ? (
          <ApproveDialog valuation={valuation} onClose={onClose} />
        ) : (
          <RejectDialog valuation={valuation} onClose={onClose} />
        )
      }
    />
  );
}

function ValuationCard({
  valuation,
  onDecide,
}: {
  valuation: ReviewedValuation;
  onDecide: (decision: ReviewDecision) => void;
}) {
  const { id, propertyId, propertyName, ownerName, effectiveOn, filedAt, status, ownedByViewer } = valuation;
  const { tone, label } = statusBadge[status];
  const name = `${propertyName}, ${formatDate(effectiveOn)}`;
  return (
    <Card
      title={name}
      description={`Filed by ${ownerName} on ${formatDate(filedAt)}`}
      actions={<Badge tone={tone}>{label}</Badge>}
    >
      <div className="grid gap-6 lg:grid-cols-2 [&>*]:min-w-0">
        <div>
          <Figures valuation={valuation} />
          {status === 'pending' && valuation.isLargeChange && (
            <Alert tone="warning" title={`A change of ${LARGE_CHANGE_TEXT}`} className="mt-4">
              Approving it halts trading until midnight UTC, and shareholders are notified.
            </Alert>
          )}
          {valuation.reason && <p className="mt-4 text-sm wrap-anywhere">Reason: {valuation.reason}</p>}
          {valuation.decidedByName && valuation.decidedAt && (
            <p className="mt-2 text-sm text-muted">
              {label} by {valuation.decidedByName} on {formatDate(valuation.decidedAt)}
            </p>
          )}
          <p className="mt-4">
            <Link to="/property/$id" params={{ id: String(propertyId) }} className="link-plain">
              Open the property
            </Link>
          </p>
        </div>
        <ValuationDocument valuation={valuation} />
      </div>
      {status === 'pending' && (
        <ReviewButtons
          what="valuation"
          name={name}
          ownedByViewer={ownedByViewer}
          approval={{ commands: ['valuations.approve'], subject: `valuation:${id}` }}
          refuseLabel="Reject"
          onDecide={onDecide}
        />
      )}
    </Card>
  );
}

function Figures({ valuation }: { valuation: ReviewedValuation }) {
  const { amountCents, debtCents, loanToValueBps, basis, beforeCents, afterCents, status } = valuation;
  return (
    <DescriptionList
      className="divide-y divide-line border-y border-line"
      items={[
        { term: 'Valuation', value: <Money exact cents={amountCents} /> },
        { term: 'Debt', value: <Money exact cents={debtCents} /> },
        { term: 'Loan-to-value', value: formatBps(loanToValueBps) },
        { term: 'Based on', value: basisLabel[basis] },
        {
          term: status === 'approved' ? 'Value per share before' : 'Value per share now',
          value: <Money exact cents={beforeCents} />,
        },
        { term: 'Value per share after', value: <Money exact cents={afterCents} /> },
      ]}
    />
  );
}

/** The document beside the figures: an image as it is, everything else as a download. */
function ValuationDocument({ valuation: { document } }: { valuation: ReviewedValuation }) {
  if (!document) return null;
  if (document.withdrawn) {
    return (
      <Alert tone="warning" title="The document was withdrawn">
        A valuation cannot be approved without its document.
      </Alert>
    );
  }
  const address = `/api/documents/${document.id}`;
  return (
    <figure className="grid content-start gap-3">
      <figcaption className="font-medium wrap-anywhere">{document.title}</figcaption>
      {document.mediaType === 'image/jpeg' && (
        <img
          src={address}
          alt={document.title}
          loading="lazy"
          className="max-h-96 w-full rounded-field border border-line bg-paper object-contain"
        />
      )}
      <a
        href={address}
        download
        className={buttonClass({ variant: 'secondary', size: 'small', className: 'justify-self-start' })}
      >
        Download the document
      </a>
    </figure>
  );
}

interface DecisionProps {
  valuation: ReviewedValuation;
  onClose: () => void;
}

function ApproveDialog({ valuation, onClose }: DecisionProps) {
  const { id, propertyName, beforeCents, afterCents, isLargeChange } = valuation;
  const approve = useCommand(trpc.valuations.approve.mutationOptions(), {
    keyed: true,
    onDone() {
      showToast({
        title: 'Valuation approved',
        description: `It now sets the value of ${propertyName} shares.`,
      });
      onClose();
    },
  });
  return (
    <ProtectedDialog
      command="valuations.approve"
      input={{ valuationId: id }}
      direct={approve}
      isRare={!isLargeChange}
      onClose={onClose}
      onConfirm={() => void approve.run({ valuationId: id })}
      title={`Approve the valuation of ${propertyName}?`}
      description={`A share will be worth ${formatUsdExact(afterCents)} instead of ${formatUsdExact(beforeCents)}.${
        isLargeChange ? ' Trading is halted until midnight UTC, and shareholders are notified.' : ''
      } This cannot be undone; a correction is filed as another valuation.`}
      confirmLabel="Approve valuation"
      busyText="Approving"
    />
  );
}

function RejectDialog({ valuation, onClose }: DecisionProps) {
  const reject = useCommand(trpc.valuations.reject.mutationOptions(), {
    keyed: true,
    onDone() {
      showToast({ title: 'Valuation rejected', description: 'The owner was notified of your reason.' });
      onClose();
    },
  });
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => void reject.run({ valuationId: valuation.id, reason })}
      title={`Reject the valuation of ${valuation.propertyName}?`}
      description="It stays on record but is not used. The owner can file another one."
      confirmLabel="Reject valuation"
      tone="danger"
      busy={reject.busy}
      busyText="Rejecting"
      error={reject.errorText}
      hint="The owner will see it."
    />
  );
}
