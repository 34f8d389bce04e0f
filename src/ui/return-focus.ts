const HEADINGS = 'h1, h2, h3';

/** The first heading within a part of the page, but not that of a dialog which is just being closed. */
function headingIn(place: Element): HTMLElement | undefined {
  const outer = place.closest('dialog');
  return [...place.querySelectorAll<HTMLElement>(HEADINGS)].find((one) => one.closest('dialog') === outer);
}

/** Focus target when the focused element is gone: the heading of the nearest part of the page that is still there. */
function focusNearby(ancestors: readonly Element[]): void {
  const [heading] = ancestors.flatMap((one) => (one.isConnected ? (headingIn(one) ?? []) : []));
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus();
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}

/**
 * Remembers the focused element; the returned function focuses it again. If it is gone by then, or disappears while it
 * has the focus (the row of a deleted item), the focus moves to the heading above it instead of being lost.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement;
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => {};
  const ancestors = ancestorsOf(opener);
  return () => {
    if (!opener.isConnected) {
      focusNearby(ancestors);
      return;
    }
    opener.focus();
    const stop = () => {
      watch.disconnect();
      document.removeEventListener('focusin', stop);
    };
    const watch = new MutationObserver(() => {
      if (opener.isConnected) return;
      stop();
      if (document.activeElement === document.body) focusNearby(ancestors);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', stop);
  };
}

/** The focused button is about to remove itself: the focus moves to the heading above it instead of being lost. */
export const keepFocusNearby = () => rememberFocus()();
