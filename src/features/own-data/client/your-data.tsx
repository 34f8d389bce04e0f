import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatFileSize } from '#kernel/file-size.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { isDemo } from '#platform/browser/variant.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { Progress } from '#ui/progress.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { ClosingObstacle, DataExport } from '../own-data.contract.ts';
import { EXPORT_RETENTION_DAYS, obstacleWays } from '../own-data.rules.ts';

const CloseDialog = dialogOnDemand(
  async () => (await import('./close-account-dialog.tsx')).CloseAccountDialog,
);

/** The part of the settings about one's own data: all of it as a file, and closing the account. */
export function YourData() {
  if (isDemo)
    return (
      <p className="text-muted">
        Everything in the demo stays in this browser. Leave the demo, and it is deleted. With a real account,
        you can download your data and close the account here.
      </p>
    );
  return (
    <div className="grid gap-8">
      <Exports />
      <Closing />
    </div>
  );
}

function Exports() {
  const { data, isError, error, refetch, isFetching } = useQuery(trpc.ownData.exports.queryOptions());
  const request = useCommand(trpc.ownData.requestExport.mutationOptions(), { keyed: true });
  const isRunning = data?.some(({ status }) => status === 'preparing') ?? false;
  return (
    <div>
      <h3 className="text-lg">Download your data</h3>
      <p className="mt-1 max-w-prose text-sm text-muted">
        One zip file with everything stored about you: records, spreadsheets, PDFs and your uploads. It can be
        downloaded for {EXPORT_RETENTION_DAYS} days.
      </p>
      {isError && (
        <ErrorState
          title="Your files could not be loaded"
          text={messageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data && data.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {data.map((one) => (
            <Export key={one.id} file={one} />
          ))}
        </ul>
      )}
      {request.errorText && (
        <Alert tone="danger" className="mt-4">
          {request.errorText}
        </Alert>
      )}
      <Button
        variant="secondary"
        className="mt-4"
        onClick={() => void request.run({})}
        busy={request.busy}
        disabled={isRunning}
      >
        Prepare my data
      </Button>
    </div>
  );
}

function Export({ file }: { file: DataExport }) {
  const { id, status, requestedAt, partsDone, parts, isRepeated, size, expiresAt } = file;
  const open = useCommand(trpc.ownData.openExport.mutationOptions(), {
    onDone: ({ path }) => location.assign(path),
  });
  if (status === 'preparing')
    return (
      <li>
        <Progress
          label="Preparing your data"
          value={partsDone}
          max={parts}
          valueText={`${partsDone} of ${parts} parts`}
        />
        {isRepeated && <p className="mt-1 text-sm text-muted">The last try failed. Trying again.</p>}
      </li>
    );
  if (status === 'failed')
    return (
      <li>
        <Alert tone="danger">
          The file requested on {formatMoment(requestedAt)} could not be written. Request it again.
        </Alert>
      </li>
    );
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="font-medium">Data export, {formatMoment(requestedAt)}</span>
          <span className="block text-sm text-muted">
            {formatFileSize(size ?? 0)}, until {formatMoment(expiresAt)}
          </span>
        </p>
        <Button onClick={() => void open.run({ id })} busy={open.busy}>
          Download my data
        </Button>
      </div>
      {open.errorText && (
        <Alert tone="danger" className="mt-2">
          {open.errorText}
        </Alert>
      )}
    </li>
  );
}

function Closing() {
  // What stands in the way may have been settled since, in any part of the product.
  const { data, isError, error, refetch, isFetching } = useQuery({
    ...trpc.ownData.closing.queryOptions(),
    staleTime: 0,
  });
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="border-t border-line pt-6">
      <h3 className="text-lg">Close your account</h3>
      <p className="mt-1 max-w-prose text-sm text-muted">
        You are signed out everywhere, and your details are erased. This cannot be undone.
      </p>
      {isError && !data ? (
        <ErrorState
          title="This could not be loaded"
          text={messageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <SkeletonRegion label="Checking the account">
          <Skeleton className="mt-4 h-11 w-48" />
        </SkeletonRegion>
      ) : data.obstacles.length > 0 ? (
        <Obstacles obstacles={data.obstacles} />
      ) : (
        <Button variant="danger" className="mt-4" onClick={() => setAsked(true)}>
          Close my account
        </Button>
      )}
      {isAsked && data && (
        <CloseDialog
          retained={data.retained}
          onClose={() => {
            setAsked(false);
            void refetch();
          }}
        />
      )}
    </div>
  );
}

function Obstacles({ obstacles }: { obstacles: readonly ClosingObstacle[] }) {
  return (
    <>
      <p className="mt-4 font-medium">Before you can close it:</p>
      <ul className="mt-2 grid gap-3">
        {obstacles.map(({ kind, text }) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-3 sm:flex-nowrap">
            <span className="wrap-anywhere">{text}</span>
            <Link
              to={obstacleWays[kind].path}
              className={buttonClass({ variant: 'secondary', className: 'shrink-0' })}
            >
              {obstacleWays[kind].label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
