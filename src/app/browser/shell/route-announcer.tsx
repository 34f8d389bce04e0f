import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const ACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * Announces the title of each new page to screen readers and moves the focus to its heading, unless the person has
 * moved on: someone who opened a menu or typed while the page was loading does not lose the focus.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let wentOn = false;
    let stopWaiting = () => {};
    const goOn = () => {
      wentOn = true;
      stopWaiting();
    };
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        stopWaiting();
        wentOn = false;
      }),
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        setTitle(document.title);
        if (!wentOn) stopWaiting = focusHeading();
      }),
    ];
    for (const action of ACTIONS) document.addEventListener(action, goOn, true);
    return () => {
      stopWaiting();
      for (const stop of stops) stop();
      for (const action of ACTIONS) document.removeEventListener(action, goOn, true);
    };
  }, [router]);
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  );
}

/** Focuses the page's heading, and until there is one the page itself. Returns how to stop waiting for it. */
function focusHeading(): () => void {
  const main = document.getElementById('main');
  if (!main || main.contains(document.activeElement)) return () => {};
  const heading = () => main.querySelector<HTMLElement>('h1[tabindex]');
  (heading() ?? main).focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    const found = heading();
    if (!found) return;
    observer.disconnect();
    if (document.activeElement === main) found.focus({ preventScroll: true });
  });
  if (!heading()) observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}
