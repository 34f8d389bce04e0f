import { useDelayed } from '#ui/use-delayed.ts';

/** In the middle of a page while it is not known whose page it is. */
export function CenteredSpinner() {
  const visible = useDelayed(true);
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center">
      {visible && (
        <>
          <span className="spinner text-4xl text-primary" aria-hidden="true" />
          <span className="sr-only">Loading</span>
        </>
      )}
    </div>
  );
}
