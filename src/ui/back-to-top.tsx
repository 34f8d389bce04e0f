import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { buttonClass } from '#ui/button.tsx';

const THRESHOLD_PX = 300;

function subscribe(notify: () => void) {
  addEventListener('scroll', notify, { passive: true });
  return () => removeEventListener('scroll', notify);
}

function scrollToTop() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

export function BackToTop() {
  const scrolled = useSyncExternalStore(
    subscribe,
    () => scrollY > THRESHOLD_PX,
    () => false,
  );
  if (!scrolled) return null;
  return (
    <button
      type="button"
      aria-label="Back to top"
      onClick={scrollToTop}
      className={buttonClass({
        square: true,
        className:
          'no-print fixed end-4 bottom-[calc(1rem+var(--bar-height,0px))] z-30 rounded-full shadow-lg shadow-black/20 sm:end-6 sm:bottom-6',
      })}
    >
      <ArrowUp size={20} aria-hidden="true" />
    </button>
  );
}
