import { useMatches } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';

/** Puts the title of the innermost route that has one in the browser's tab, for each page that is shown. */
export function RouteTitle(): null {
  const title = useMatches({
    select: (matches) => matches.flatMap((match) => match.meta ?? []).findLast((meta) => meta?.title)?.title,
  });
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen may have put its own title in place of the route's
  useLayoutEffect(() => {
    if (title) document.title = title;
  }, [title, pathname]);
  return null;
}
