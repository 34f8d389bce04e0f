import { Heart } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { useWatch } from './use-watch.ts';

interface WatchedProperty {
  id: number;
  name: string;
}

const heartClass = (watched: boolean) => (watched ? 'fill-current text-negative' : '');

/** A heart in the corner of a property's picture. While the watchlist loads it shows neither state. */
export function WatchHeart({ property, className }: { property: WatchedProperty; className?: string }) {
  const { watched, known, toggle } = useWatch(property.id);
  return (
    <button
      type="button"
      disabled={!known}
      aria-pressed={known ? watched : undefined}
      aria-label={`Watch ${property.name}`}
      title={watched ? 'On your watchlist' : 'Add to your watchlist'}
      onClick={toggle}
      className={joinClasses(
        'grid size-11 place-items-center rounded-full border border-line bg-surface text-ink shadow-sm enabled:hover:bg-quiet-soft disabled:text-muted',
        className,
      )}
    >
      <Heart size={20} aria-hidden="true" className={heartClass(watched)} />
    </button>
  );
}

/** The heart with words, for the page of a property. */
export function WatchButton({ property, className }: { property: WatchedProperty; className?: string }) {
  const { watched, known, toggle } = useWatch(property.id);
  return (
    <Button
      variant="secondary"
      disabled={!known}
      aria-pressed={known ? watched : undefined}
      onClick={toggle}
      className={className}
    >
      <Heart size={18} aria-hidden="true" className={heartClass(watched)} />
      {watched ? 'Watching' : 'Watch'}
    </Button>
  );
}
