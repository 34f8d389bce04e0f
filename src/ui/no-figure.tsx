import { Money } from '#ui/money.tsx';

/** Placeholder of a figure. */
function NoFigure() {
  return (
    <span>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known yet</span>
    </span>
  );
}

/** An amount to the cent, or a dash while it is not known. */
export function ExactAmount({ cents, className }: { cents: number | null | undefined; className?: string }) {
  if (cents === null || cents === undefined) return <NoFigure />;
  return <Money exact cents={cents} {...(className && { className })} />;
}
