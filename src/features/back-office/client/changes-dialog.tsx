import { useQuery } from '@tanstack/react-query';
import {
  type SimpleFormChange,
  simpleFormChanges,
  simpleFormOptions,
} from '#features/properties/client/index.ts';
import type { AdminProperty } from '#features/properties/review.contract.ts';
import type { SimpleFormVersions } from '#features/properties/simple-form-versions.contract.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button } from '#ui/button.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

/** The changes of each resubmission of a rejected property, the latest first. */
export function ChangesDialog({ property, onClose }: { property: AdminProperty; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(simpleFormOptions(property.id));
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={`What changed in ${property.name}`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {data && <Corrections versions={data} />}
      {!data && error && (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && (
        <SkeletonRegion label="Loading what changed">
          <Skeleton className="h-40" />
        </SkeletonRegion>
      )}
    </Dialog>
  );
}

function Corrections({ versions: { latest, earlier } }: { versions: SimpleFormVersions }) {
  const [newest] = earlier;
  const known = [{ ...latest, version: (newest?.version ?? 0) + 1 }, ...earlier];
  return (
    <div className="grid gap-8">
      {earlier.map((before, index) => {
        const after = known[index];
        if (!after) return null;
        const changes = simpleFormChanges(before.submission, after.submission);
        return (
          <section key={before.version} aria-labelledby={`version-${after.version}`}>
            <h3 id={`version-${after.version}`} className="text-lg">
              Version {after.version}, submitted {formatDate(after.submittedAt)}
            </h3>
            <p className="mt-1 mb-3 text-muted wrap-anywhere">
              Version {before.version} was rejected {formatDate(before.rejectedAt)}.
              {before.reason && ` Reason: ${before.reason}`}
            </p>
            {changes.length > 0 ? (
              <DataTable
                caption={`Changes in version ${after.version}`}
                columns={columns}
                rows={changes}
                rowKey={({ label }) => label}
              />
            ) : (
              <p>No changes.</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

const columns: DataColumn<SimpleFormChange>[] = [
  { key: 'field', header: 'Field', rowHeader: true, cell: ({ label }) => label },
  { key: 'before', header: 'Before', cell: ({ before }) => <Text>{before}</Text> },
  { key: 'now', header: 'Now', cell: ({ after }) => <Text>{after}</Text> },
];

function Text({ children }: { children: string }) {
  if (children === '') return <span className="text-muted">Not given</span>;
  return <span className="whitespace-pre-line wrap-anywhere">{children}</span>;
}
