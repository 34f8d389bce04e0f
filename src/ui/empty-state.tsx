import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
  /** One of several in a card or a page: low, and beside its action where there is room. */
  compact?: boolean;
  className?: string;
}

const roomy = {
  frame: 'flex flex-col items-center px-6 py-8 text-center sm:py-12',
  icon: 'mb-4 size-14',
  title: 'text-xl',
  text: 'mt-2 max-w-md',
  action: 'mt-6',
};

const low: typeof roomy = {
  frame:
    'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]',
  icon: 'size-11 self-start',
  title: 'text-lg',
  text: 'mt-1 max-w-md text-sm',
  action: 'max-sm:col-span-2',
};

export function EmptyState({
  icon: Icon,
  title,
  text,
  action,
  level = 2,
  compact = false,
  className,
}: EmptyStateProps) {
  const Heading = `h${level}` as const;
  const look = compact ? low : roomy;
  return (
    <div className={joinClasses(look.frame, className)}>
      <span
        className={joinClasses('grid place-items-center rounded-full bg-brass-soft text-brass', look.icon)}
      >
        <Icon size={compact ? 20 : 26} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className={compact ? 'min-w-0' : 'contents'}>
        <Heading className={look.title}>{title}</Heading>
        {text && <p className={joinClasses('text-muted', look.text)}>{text}</p>}
      </div>
      {action && <div className={look.action}>{action}</div>}
    </div>
  );
}
