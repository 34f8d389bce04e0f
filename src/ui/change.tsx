import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface ChangeProps {
  /** Only its sign is used: the direction of the arrow and the tone. */
  value: number;
  children: ReactNode;
  className?: string;
}

export function Change({ value, children, className }: ChangeProps) {
  const [Icon, word, tone] =
    value > 0
      ? ([ArrowUpRight, 'Up', 'text-positive'] as const)
      : value < 0
        ? ([ArrowDownRight, 'Down', 'text-negative'] as const)
        : ([ArrowRight, 'Unchanged', 'text-muted'] as const);
  return (
    <span className={joinClasses('amount inline-flex items-baseline gap-1 font-medium', tone, className)}>
      <Icon size={16} className="shrink-0 self-center" aria-hidden="true" />
      <span className="sr-only">{word} </span>
      {children}
    </span>
  );
}
