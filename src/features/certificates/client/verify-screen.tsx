import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, SearchX, TriangleAlert } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';
import { messageOf, statusOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { VerifiedCertificate } from '../certificates.contract.ts';

const UNKNOWN = [400, 404];

/** The check of a share certificate, for anyone. */
export function VerifyScreen({ code }: { code: string }) {
  const query = useQuery({ ...trpc.certificates.verify.queryOptions({ code }), retry: false });
  return (
    <div className="page-width max-w-2xl py-6 sm:py-10">
      <PageHeader title="Share certificate" description="What the register says now." />
      <Card>
        {query.data ? (
          <Answer certificate={query.data} />
        ) : query.isError ? (
          <Refusal error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <SkeletonRegion label="Checking the certificate">
            <Skeleton className="h-52 w-full" />
          </SkeletonRegion>
        )}
      </Card>
    </div>
  );
}

function Refusal({ error, onRetry, retrying }: { error: unknown; onRetry: () => void; retrying: boolean }) {
  if (UNKNOWN.includes(statusOf(error) ?? 0))
    return (
      <EmptyState
        icon={SearchX}
        title="No such certificate"
        text="There is no certificate with this code. Check every letter and digit."
      />
    );
  return <ErrorState text={messageOf(error)} onRetry={onRetry} retrying={retrying} />;
}

function Answer({ certificate }: { certificate: VerifiedCertificate }) {
  const { code, propertyName, location, shares, issuedAt, isStillHeld, checkedAt } = certificate;
  const Icon = isStillHeld ? BadgeCheck : TriangleAlert;
  return (
    <>
      <p className="mb-4 flex items-center gap-2.5 text-lg font-semibold">
        <Icon size={22} className={isStillHeld ? 'text-positive' : 'text-negative'} aria-hidden="true" />
        {isStillHeld ? 'These shares are still held.' : 'Some or all of these shares are no longer held.'}
      </p>
      <DescriptionList
        items={[
          { term: 'Code', value: code },
          { term: 'Property', value: `${propertyName}, ${location}` },
          { term: 'Shares on the certificate', value: shares.toLocaleString('en-US') },
          { term: 'Issued', value: formatDate(issuedAt) },
          { term: 'Checked', value: formatDate(checkedAt) },
        ]}
      />
      <p className="mt-4 text-sm text-muted">
        The holder’s name is not shown here. Compare the name on the certificate with an identity document.
        The last part of the certificate says how to check its signature.
      </p>
    </>
  );
}
