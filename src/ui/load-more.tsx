import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Button for the next page of a list; it stays, with an error, when the page could not be loaded. */
export function LoadMore({ pages, errorText }: { pages: Pages; errorText: string }) {
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
        onClick={() => void pages.fetchNextPage()}
      >
        Load more
      </Button>
    </div>
  );
}
