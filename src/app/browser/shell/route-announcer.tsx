import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const ACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * Tells screen readers the title of each new page and moves the focus to its heading, unless its visitor has gone
 * on already: whoever opened a menu or typed while the page was loading keeps the focus.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let wentOn = false;
    const goOn = () => {
      wentOn = true;
    };
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        wentOn = false;
      }),
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        setTitle(document.title);
        if (!wentOn) focusHeading();
      }),
    ];
    for (const action of ACTIONS) document.addEventListener(action, goOn, true);
    return () => {
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

function focusHeading(): void {
  const main = document.getElementById('main');
  if (!main || main.contains(document.activeElement)) return;
  (main.querySelector<HTMLElement>('h1[tabindex]') ?? main).focus({ preventScroll: true });
}
