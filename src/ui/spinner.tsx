import { joinClasses } from '#ui/classes.ts';
import { useDelayed } from '#ui/use-delayed.ts';

interface SpinnerProps {
  label?: string;
  delayMilliseconds?: number;
  /** Fills its place and centres, for a whole page or panel. */
  centered?: boolean;
  className?: string;
}

/** For a page that is not there yet. */
export const CenteredSpinner = () => <Spinner centered />;

export function Spinner({ label = 'Loading', delayMilliseconds = 300, centered, className }: SpinnerProps) {
  const visible = useDelayed(true, delayMilliseconds);
  return (
    <div
      role="status"
      className={joinClasses(centered && 'grid min-h-[50dvh] place-items-center', className)}
    >
      {visible && (
        <>
          <span className="spinner text-4xl text-primary" aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </>
      )}
    </div>
  );
}
