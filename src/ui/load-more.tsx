import { useEffect, useRef, useState } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Button for the next page of a list; it stays, with an error, when the page could not be loaded. After the last page its
 * place says that there are no more, and takes the focus that the button had.
 */
export function LoadMore({ pages, errorText }: { pages: Pages; errorText: string }) {
  const [isUsed, setUsed] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  const isOver = isUsed && !pages.hasNextPage;
  useEffect(() => {
    if (isOver && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [isOver]);
  if (isOver) {
    return (
      <p ref={end} tabIndex={-1} className="p-4 text-center text-sm text-muted">
        End of the list.
      </p>
    );
  }
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-3 p-4">
      {pages.isFetchNextPageError && (
        <Alert tone="danger" className="w-full max-w-lg">
          {errorText}
        </Alert>
      )}
      <Button
        variant="secondary"
        busy={pages.isFetchingNextPage}
        busyText="Loading more"
        onClick={() => {
          setUsed(true);
          void pages.fetchNextPage();
        }}
      >
        Load more
      </Button>
    </div>
  );
}
