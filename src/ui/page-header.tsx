import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** A link back, above the title. */
  back?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

export function PageHeader({ title, description, back, badge, actions, className }: PageHeaderProps) {
  return (
    <header
      className={joinClasses(
        'mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-8',
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-52">
        {back && <div className="mb-3 text-sm">{back}</div>}
        <div className="flex flex-wrap items-center gap-3">
          <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
            {title}
          </h1>
          {badge}
        </div>
        {description && <p className="prose-width mt-2 text-muted sm:text-lg">{description}</p>}
      </div>
      {actions && <div className="no-print flex flex-wrap gap-2.5">{actions}</div>}
    </header>
  );
}
