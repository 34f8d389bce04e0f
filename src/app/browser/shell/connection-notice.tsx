import { type AnyRouter, useRouter, useRouterState } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { type LoadedPage, watchConnection } from '#platform/browser/connection.ts';
import { isUnanswered } from '#platform/browser/unknown-outcome.ts';
import { hasFailedParts, loadFailedParts } from '#ui/failed-parts.ts';

/** Styles instead of classes, which visitors would load before their first paint. */
const PLACE = { insetInline: 0, bottom: 'calc(1rem + var(--bar-height, 0px))', zIndex: 30 };

/** While the server cannot be reached: a notice, which also says that the open page may be out of date. */
export function ConnectionNotice() {
  const router = useRouter();
  const [isAway, setAway] = useState(false);
  const isLost = useRouterState({ select: isRouteLost });
  useEffect(() => watchConnection(pageOf(router), setAway), [router]);
  return (
    <div role="status" style={PLACE} className="no-print pointer-events-none fixed flex justify-center px-4">
      {isAway && (
        <p className="flex items-center gap-2.5 rounded-field border border-line bg-surface px-4 py-2.5 text-sm shadow-lg">
          <CloudOff size={18} className="shrink-0 text-negative" aria-hidden="true" />
          {PRODUCT_NAME} cannot be reached. {!isLost && 'This page may be out of date. '}Trying again…
        </p>
      )}
    </div>
  );
}

const pageOf = (router: AnyRouter): LoadedPage => ({
  isLost: () => isRouteLost(router.state) || hasFailedParts(),
  isLoading: () => router.state.isLoading,
  async load() {
    await loadFailedParts();
    if (isRouteLost(router.state) || router.state.isLoading) await router.invalidate();
  },
});

const isRouteLost = ({ matches }: AnyRouter['state']): boolean =>
  matches.some(({ status, error }) => status === 'error' && isUnanswered(error));
