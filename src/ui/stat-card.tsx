import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface StatCardProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  icon?: LucideIcon;
  className?: string;
}

export function StatCard({ label, value, note, icon: Icon, className }: StatCardProps) {
  return (
    <div className={joinClasses('rounded-box border border-line bg-surface p-3.5 sm:p-5', className)}>
      <dl>
        <dt className="flex items-end justify-between gap-2 text-sm font-medium text-muted max-sm:tracking-tight sm:items-center">
          {label}
          {Icon && <Icon size={18} className="shrink-0 text-brass max-sm:hidden" aria-hidden="true" />}
        </dt>
        <dd className="amount mt-1 text-xl leading-tight wrap-anywhere sm:mt-1.5 sm:text-[1.75rem] font-semibold tracking-tight">
          {value}
        </dd>
        {note && <dd className="mt-1 text-sm text-muted">{note}</dd>}
      </dl>
    </div>
  );
}
