import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

/** Figures in cards; on small screens the lines of one card, to save height. */
export function FigureCards({ className, ...rest }: ComponentProps<'dl'>) {
  return (
    <dl
      {...rest}
      className={joinClasses(
        'max-sm:divide-y max-sm:divide-line max-sm:rounded-box max-sm:border max-sm:border-line max-sm:bg-surface sm:grid sm:gap-4',
        className,
      )}
    />
  );
}

interface FigureCardProps {
  label: string;
  icon: LucideIcon;
  /** Source of the figure. */
  note?: string | undefined;
  children: ReactNode;
}

/** One of `FigureCards`. */
export function FigureCard({ label, icon: Icon, note, children }: FigureCardProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 px-5 py-2.5 sm:flex-col sm:flex-nowrap sm:items-start sm:justify-start sm:gap-y-1 sm:rounded-box sm:border sm:border-line sm:bg-surface sm:py-5">
      <dt className="flex items-center gap-2 text-sm font-medium text-muted">
        <Icon size={18} className="shrink-0 text-brass" aria-hidden="true" />
        {label}
      </dt>
      <dd className="amount text-lg leading-8 font-semibold tracking-tight sm:text-2xl">{children}</dd>
      {note && <dd className="w-full text-sm text-muted">{note}</dd>}
    </div>
  );
}
