import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface BarItem {
  key: string;
  label: ReactNode;
  /** The figure in words; the bar only repeats it. */
  value: ReactNode;
  /** Length of the bar, from 0 to 1. */
  part: number;
}

/** Figures of one kind with a bar under each, the largest first. */
export function BarList({ items, className }: { items: readonly BarItem[]; className?: string }) {
  return (
    <ul className={joinClasses('grid gap-3.5', className)}>
      {items.map(({ key, label, value, part }) => (
        <li key={key}>
          <p className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{label}</span>
            <span className="amount shrink-0 text-end">{value}</span>
          </p>
          <svg width="100%" height={8} className="mt-1.5 block" aria-hidden="true">
            <rect width="100%" height={8} rx={4} className="fill-line" />
            <rect width={`${100 * part}%`} height={8} rx={4} className="fill-series-1" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
