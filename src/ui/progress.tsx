import { useId } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface ProgressProps {
  label: string;
  value: number;
  max?: number;
  valueText: string;
  labelHidden?: boolean;
  /** A value to reach, drawn across the bar; the label says what it is. */
  mark?: number | null;
  className?: string | undefined;
}

export function Progress({
  label,
  value,
  max = 100,
  valueText,
  labelHidden = false,
  mark = null,
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
      <div className="relative">
        <progress
          aria-labelledby={id}
          aria-valuetext={valueText}
          value={Math.min(Math.max(value, 0), max)}
          max={max}
          className="meter"
        />
        {mark !== null && <Mark at={`${(100 * mark) / max}%`} />}
      </div>
    </div>
  );
}

/** A line with an edge, so that it differs from the bar and from what is left of it, also on paper. */
function Mark({ at }: { at: string }) {
  return (
    <svg className="pointer-events-none absolute inset-x-0 -top-1 h-4 w-full" aria-hidden="true">
      <line x1={at} x2={at} y2="100%" className="stroke-surface" strokeWidth={5} />
      <line x1={at} x2={at} y2="100%" className="stroke-ink" strokeWidth={2} />
    </svg>
  );
}
