import { useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import {
  ProtectedDialog,
  ReviewButtons,
  type ReviewDecision,
  ReviewList,
  type ReviewScreenProps,
  readReviewSearch,
} from '#features/approvals/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { showToast } from '#ui/toast.ts';
import type { AdminStatement, Statement } from '../distributions.contract.ts';
import { paymentText } from '../distributions.rules.ts';
import { adminListOptions } from './distribution-queries.ts';
import { StatementBadge } from './payment-badge.tsx';
import { StatementSheet } from './statement-sheet.tsx';

/** Quarterly statements: those awaiting approval, and all. */
export function AdminDistributionsScreen({ search, onSearch }: ReviewScreenProps) {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Distributions"
        description="Each property’s quarter, based on the owner’s reports and the shareholders on the record date. Approving locks the payouts."
      />
      <Tabs
        label="Statements"
        selected={search.view ?? 'awaiting'}
        onSelect={(view) => onSearch(readReviewSearch({ view }))}
        tabs={[
          { id: 'awaiting', title: 'Awaiting approval', content: <Statements awaiting /> },
          { id: 'all', title: 'All statements', content: <Statements awaiting={false} /> },
        ]}
      />
    </div>
  );
}

function Statements({ awaiting }: { awaiting: boolean }) {
  const list = useInfiniteQuery(adminListOptions(awaiting));
  return (
    <ReviewList
      list={list}
      loadingLabel="Loading the statements"
      errorText={messageOf(list.error)}
      empty={
        <EmptyState
          icon={ClipboardCheck}
          title={awaiting ? 'Nothing to review' : 'No statements yet'}
          text="Statements appear when a quarter is fully reported."
        />
      }
      card={(statement, onDecide) => <StatementCard statement={statement} onDecide={onDecide} />}
      dialog={(statement, decision, onClose) =>
        decision === 'approve' ? (
          <ApproveDialog statement={statement} onClose={onClose} />
        ) : (
          <ReturnStatementDialog statement={statement} onClose={onClose} />
        )
      }
    />
  );
}

function StatementCard({
  statement,
  onDecide,
}: {
  statement: AdminStatement;
  onDecide: (decision: ReviewDecision) => void;
}) {
  const { id, propertyName, quarter, status, ownedByViewer } = statement;
  const name = `${propertyName}, ${quarterName(quarter)}`;
  return (
    <Card title={name} description={paymentText(statement)} actions={<StatementBadge {...statement} />}>
      <StatementSheet statement={statement} />
      {status === 'prepared' && (
        <ReviewButtons
          what="statement"
          name={name}
          ownedByViewer={ownedByViewer}
          approval={{ commands: ['distributions.approve'], subject: `distribution:${id}` }}
          refuseLabel="Return"
          onDecide={onDecide}
        />
      )}
    </Card>
  );
}

interface DecisionProps {
  statement: Statement;
  onClose: () => void;
}

function ApproveDialog({ statement, onClose }: DecisionProps) {
  const { id, netCents, preparedAt, holders, payAt, propertyName } = statement;
  const input = { id, expectedNetCents: netCents, preparedAt };
  const approve = useCommand(trpc.distributions.approve.mutationOptions(), {
    keyed: true,
    onDone() {
      showToast({ title: 'Statement approved', description: `The payouts for ${propertyName} are locked.` });
      onClose();
    },
  });

  return (
    <ProtectedDialog
      command="distributions.approve"
      input={input}
      direct={approve}
      onClose={onClose}
      onConfirm={() => void approve.run(input)}
      title={`Approve the statement for ${propertyName}?`}
      description={
        netCents > 0
          ? `${formatUsdExact(netCents)} goes to ${counted(holders, 'shareholder')} on ${formatDate(payAt)}. This cannot be undone.`
          : 'Nothing is paid for this quarter. This cannot be undone.'
      }
      confirmLabel={netCents > 0 ? `Approve ${formatUsdExact(netCents)}` : 'Approve statement'}
      busyText="Approving"
    />
  );
}

function ReturnStatementDialog({ statement, onClose }: DecisionProps) {
  const returnStatement = useCommand(trpc.distributions.returnStatement.mutationOptions(), {
    onDone() {
      showToast({ title: 'Statement returned', description: 'The owner was notified of what to correct.' });
      onClose();
    },
  });

  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => void returnStatement.run({ id: statement.id, reason })}
      title={`Return the statement for ${statement.propertyName}?`}
      description="The owner will see your reason, and the statement is prepared again after the correction."
      confirmLabel="Return statement"
      busy={returnStatement.busy}
      busyText="Returning"
      error={returnStatement.errorText}
      label="What needs to be corrected"
      missingText="Say what the owner has to correct."
    />
  );
}
