import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface QuietDetailsProps {
  summary: string;
  className?: string;
  children: ReactNode;
}

/** What few readers need, closed at first behind a quiet line. */
export function QuietDetails({ summary, className, children }: QuietDetailsProps) {
  return (
    <details className={joinClasses('group text-sm', className)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 text-muted hover:text-ink">
        {summary}
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}
