import { SlidersHorizontal } from 'lucide-react';
import { Button } from '#ui/button.tsx';

interface FilterToggleProps {
  /** Id of what it shows and hides. */
  controls: string;
  open: boolean;
  /** How many filters are set. */
  active: number;
  onToggle: () => void;
  className?: string;
}

/** Shows and hides the filters of a list where there is no room for them. */
export function FilterToggle({ controls, open, active, onToggle, className }: FilterToggleProps) {
  return (
    <Button
      variant="secondary"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      {...(className && { className })}
    >
      <SlidersHorizontal size={18} aria-hidden="true" />
      Filters{active > 0 && ` (${active})`}
    </Button>
  );
}
