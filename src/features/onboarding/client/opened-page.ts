import { readStored, removeStored, store } from '#platform/browser/session-store.ts';

const KEY = 'onboarding.opened-page';

/** Keeps the address of the page in whose place the questions were skipped, for the life of the tab. */
export const keepOpenedPage = (address: string): void => store(KEY, address);

/** The address that was kept; null without one. */
export function openedPage(): string | null {
  const address = readStored(KEY);
  return typeof address === 'string' ? address : null;
}

export const forgetOpenedPage = (): void => removeStored(KEY);

/** Forgets the page once it is opened, whichever way led to it. */
export function forgetOpenedPageAt(pathname: string): void {
  if (openedPage()?.split('?')[0] === pathname) forgetOpenedPage();
}
