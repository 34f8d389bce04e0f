import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses('block animate-pulse rounded-field bg-line', className)}
    />
  );
}

const lineWidths = ['w-full', 'w-11/12', 'w-4/5', 'w-2/3'];

export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={joinClasses('block space-y-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key, line) => (
        <Skeleton key={key} className={joinClasses('h-4', lineWidths[line % lineWidths.length])} />
      ))}
    </span>
  );
}

/** Says once to screen readers that something loads; the skeletons inside are silent. */
export function SkeletonRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
