import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface ToggleChipProps extends ComponentProps<'button'> {
  pressed: boolean;
}

export function ToggleChip({ pressed, className, children, ...rest }: ToggleChipProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      className={joinClasses(
        'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border px-4 text-sm font-medium',
        pressed
          ? 'border-primary bg-primary text-primary-content'
          : 'border-field-line/60 bg-surface hover:bg-quiet-soft',
        className,
      )}
    >
      {pressed && <Check size={16} aria-hidden="true" />}
      {children}
    </button>
  );
}
