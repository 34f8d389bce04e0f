import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FigureCardProps {
  label: string;
  icon: LucideIcon;
  /** What the figure is from. */
  note?: string | undefined;
  children: ReactNode;
}

/** One figure of a `<dl>`. On small screens it is one line, so that what follows stays near. */
export function FigureCard({ label, icon: Icon, note, children }: FigureCardProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-box border border-line bg-surface px-5 py-3 sm:flex-col sm:flex-nowrap sm:items-start sm:justify-start sm:py-5">
      <dt className="flex items-center gap-2 text-sm font-medium text-muted">
        <Icon size={18} className="shrink-0 text-brass" aria-hidden="true" />
        {label}
      </dt>
      <dd className="amount text-lg leading-8 font-semibold tracking-tight sm:text-2xl">{children}</dd>
      {note && <dd className="w-full text-sm text-muted">{note}</dd>}
    </div>
  );
}
