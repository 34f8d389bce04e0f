export interface ToastContent {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onSelect: () => void };
}

let show: ((content: ToastContent) => void) | null = null;
let load: (() => void) | null = null;
let waiting: ToastContent | null = null;
let lastWasShown = false;

/** Shows the last message of a page that is being left; later failures, which the navigation causes, show none. */
export function showLastToast(content: ToastContent): void {
  showToast(content);
  lastWasShown = true;
}

/** Shows messages again, on a page that comes back from the browser's back-forward cache. */
export function resumeToasts(): void {
  lastWasShown = false;
}

/** Shows a message for five seconds in place of the one before it. */
export function showToast(content: ToastContent): void {
  if (lastWasShown) return;
  if (show) {
    show(content);
  } else {
    waiting = content;
    load?.();
  }
}

/** Shows that something could not be loaded. */
export function showNotOpened(): void {
  showToast({
    title: 'This could not be opened',
    description: 'Check your connection and try again, or reload the page.',
    variant: 'destructive',
  });
}

/** Loads the toaster when the first message waits for it. */
export function loadToastsBy(loader: () => void): () => void {
  load = loader;
  if (waiting) loader();
  return () => {
    load = null;
  };
}

/** Takes over showing messages, beginning with the one that waits. */
export function showToastsBy(shower: (content: ToastContent) => void): () => void {
  show = shower;
  if (waiting) shower(waiting);
  waiting = null;
  return () => {
    show = null;
  };
}
