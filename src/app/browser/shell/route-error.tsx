import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SECOND } from '#kernel/time.ts';
import { isChunkLoadError, reloadWhenAnswered } from '#platform/browser/chunk-errors.ts';
import { isNetworkFailure, isUnauthorized, messageOf } from '#platform/browser/errors.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PageSkeleton } from '#ui/page-skeleton.tsx';

const AWAY = 'Commonhold cannot be reached right now. The page will open on its own as soon as it can.';

/** Shown when the data of a page could not be loaded; an expired session is already on its way to sign in. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => queries.reset(), [queries]);
  if (isUnauthorized(error)) return <PageSkeleton label="Logging in again" />;
  if (isChunkLoadError(error)) return <ChunkLoadError />;
  return (
    <div className="page-width py-16">
      <ErrorState
        title="This page could not be loaded"
        text={isNetworkFailure(error) ? AWAY : messageOf(error)}
        onRetry={() => void router.invalidate()}
      />
    </div>
  );
}

const RETRY_MS = 3 * SECOND;

function ChunkLoadError() {
  useEffect(() => {
    const timer = setInterval(() => void reloadWhenAnswered(), RETRY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="page-width py-16">
      <ErrorState
        title="This page could not be loaded"
        text={AWAY}
        onRetry={() => void reloadWhenAnswered({ pauseMs: 0 })}
      />
    </div>
  );
}
