import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one shows the same page without its dialog. */
    followsPageWithoutDialog?: boolean | undefined;
  }
}

/** A change of the address, as `navigate` of a route takes it. */
interface AddressChange<Search> {
  search: Search;
  replace: boolean;
  resetScroll: false;
  /** `true` leaves the state of the entry as it is. */
  state: { followsPageWithoutDialog?: true } | true;
}

/**
 * Changes a page's address, one of whose parameters opens a dialog. Opening it adds an entry to the history, so that Back
 * closes it, and closing it goes back to the entry before. Other changes replace the entry.
 * @param dialog the parameter that is present while the dialog is open
 */
export function useDialogInAddress<Search extends object>(
  dialog: keyof Search & string,
  search: Search,
  navigate: (change: AddressChange<Search>) => unknown,
): (next: Search) => void {
  const router = useRouter();
  const isGoingBack = useRef(false);
  const isOpen = (shown: object) => (shown as Partial<Search>)[dialog] !== undefined;
  const latest = useRef((_next: Search): void => undefined);

  latest.current = (next) => {
    if (isGoingBack.current) return;
    const opens = isOpen(next) && !isOpen(search);
    const closes = !isOpen(next) && isOpen(search);
    const current = router.latestLocation;
    // Back has closed the dialog already, while its command was still running.
    if (closes && !isOpen(current.search)) return;
    if (closes && current.state.followsPageWithoutDialog) return goBack();
    const state = opens ? ({ followsPageWithoutDialog: true } as const) : closes ? {} : true;
    navigate({ search: next, replace: !opens, resetScroll: false, state });
  };

  function goBack() {
    isGoingBack.current = true;
    const stop = router.history.subscribe(() => {
      isGoingBack.current = false;
      stop();
    });
    router.history.back();
  }

  return useCallback((next: Search) => latest.current(next), []);
}
