import { Button } from '#ui/button.tsx';

export interface ShowAllProps {
  open: boolean;
  /** Number of items, if known. */
  count?: number;
  onToggle: () => void;
}

/** Below the first rows of a list: shows the rest of it, or the first ones alone. */
export function ShowAll({ open, count, onToggle }: ShowAllProps) {
  const all = count === undefined ? 'Show all' : `Show all ${count.toLocaleString('en-US')}`;
  return (
    <div className="no-print flex justify-center border-t border-line p-3">
      <Button variant="quiet" size="small" aria-expanded={open} onClick={onToggle}>
        {open ? 'Show fewer' : all}
      </Button>
    </div>
  );
}
