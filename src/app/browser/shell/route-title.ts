import { useMatches } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';

/** Puts the title of the innermost route that has one in the browser's tab. */
export function RouteTitle(): null {
  const title = useMatches({
    select: (matches) => matches.flatMap((match) => match.meta ?? []).findLast((meta) => meta?.title)?.title,
  });
  useLayoutEffect(() => {
    if (title) document.title = title;
  }, [title]);
  return null;
}
