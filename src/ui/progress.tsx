import { useId } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface ProgressProps {
  label: string;
  value: number;
  max?: number;
  valueText: string;
  labelHidden?: boolean;
  className?: string;
}

export function Progress({
  label,
  value,
  max = 100,
  valueText,
  labelHidden = false,
  className,
}: ProgressProps) {
  const id = useId();
  return (
    <div className={className}>
      <div
        className={joinClasses(
          'mb-1.5 flex items-baseline justify-between gap-3 text-sm',
          labelHidden && 'sr-only',
        )}
      >
        <span id={id} className="text-muted">
          {label}
        </span>
        <span className="amount font-semibold">{valueText}</span>
      </div>
      <progress
        aria-labelledby={id}
        aria-valuetext={valueText}
        value={Math.min(Math.max(value, 0), max)}
        max={max}
        className="meter"
      />
    </div>
  );
}
