import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide-react';
import { quarterName } from '#kernel/months.ts';
import { fullName } from '#kernel/person.ts';
import { counted, plural } from '#kernel/plural.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { isMissingOrMalformed, messageOf } from '#platform/browser/errors.ts';
import { usePageTitle } from '#platform/browser/page-title.ts';
import { useUser } from '#platform/browser/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { Waterfall } from '#ui/waterfall.tsx';
import type { Statement } from '../distributions.contract.ts';
import { paymentStatus, paymentText, rentSteps } from '../distributions.rules.ts';
import { statementOptions } from './distribution-queries.ts';
import { PaymentBadge } from './payment-badge.tsx';
import { StatementSheet } from './statement-sheet.tsx';

export function StatementScreen({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(statementOptions(id));
  usePageTitle(data ? `${data.propertyName}, ${quarterName(data.quarter)}` : null);
  return (
    <div className="page-width py-6 sm:py-10">
      {data ? (
        <StatementArticle statement={data} />
      ) : error ? (
        <NoStatement error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRegion label="Loading the statement">
          <Skeleton className="h-10 w-80" />
          <Skeleton className="mt-8 h-96" />
        </SkeletonRegion>
      )}
    </div>
  );
}

function NoStatement({
  error,
  onRetry,
  retrying,
}: {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}) {
  if (!isMissingOrMalformed(error)) {
    return <ErrorState text={messageOf(error)} onRetry={onRetry} retrying={retrying} />;
  }
  return (
    <EmptyState
      icon={Printer}
      title="Statement not found"
      text="It does not exist or is not available to you."
      action={
        <Link to="/dashboard" className="link-plain">
          Back to your portfolio
        </Link>
      }
    />
  );
}

function StatementArticle({ statement }: { statement: Statement }) {
  const { propertyId, propertyName, location, quarter, viewer, status } = statement;
  const { user } = useUser();
  return (
    <article>
      {viewer && user && (
        <p className="mb-4 hidden print:block">
          {PRODUCT_NAME} · Prepared for {fullName(user)}, {user.email}
        </p>
      )}
      <PageHeader
        back={
          <Link
            to="/property/$id"
            params={{ id: String(propertyId) }}
            className="link-plain no-print inline-flex min-h-11 items-center gap-1.5 font-medium"
          >
            <ArrowLeft size={16} aria-hidden="true" />
            {propertyName}
          </Link>
        }
        title={`Statement for ${quarterName(quarter)}`}
        description={`${propertyName}, ${location}. ${paymentText(statement)}`}
        badge={<PaymentBadge status={paymentStatus(status)} cents={statement.netCents} />}
        actions={
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer size={18} aria-hidden="true" />
            Print
          </Button>
        }
      />
      {viewer && (
        <Card className="mb-6">
          <p className="text-sm text-muted">Your payout for {counted(viewer.shares, 'share')}</p>
          <p className="mt-1 text-3xl font-semibold tracking-tight">
            <Money exact cents={viewer.amountCents} />
          </p>
        </Card>
      )}
      <Card title="Where the rent went" className="mb-6">
        <Waterfall label="From the rent to shareholders" steps={rentSteps(statement)} />
      </Card>
      <Card title="How it adds up">
        <StatementSheet statement={statement} />
      </Card>
      <p className="mt-4 text-sm text-muted">
        {PRODUCT_NAME} statement {statement.id}, based on {statement.months} monthly owner{' '}
        {plural(statement.months, 'report')}.
      </p>
    </article>
  );
}
