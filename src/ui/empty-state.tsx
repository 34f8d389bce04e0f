import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
  className?: string;
}

export function EmptyState({ icon: Icon, title, text, action, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={joinClasses('flex flex-col items-center px-6 py-8 text-center sm:py-12', className)}>
      <span className="mb-4 grid size-14 place-items-center rounded-full bg-brass-soft text-brass">
        <Icon size={26} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="mt-2 max-w-md text-muted">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
