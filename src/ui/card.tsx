import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  as?: 'section' | 'article' | 'div' | 'li';
  level?: 2 | 3;
  padded?: boolean;
}

export function Card({
  title,
  description,
  actions,
  as = 'section',
  level = 2,
  padded = true,
  className,
  children,
  ...rest
}: CardProps) {
  const Element = as as 'section';
  const Heading = `h${level}` as const;
  const hasHeader = title || actions;
  return (
    <Element
      {...rest}
      className={joinClasses(
        'rounded-box border border-line bg-surface shadow-[0_1px_2px_rgb(28_35_33/0.04)]',
        padded && 'p-4 sm:p-6',
        className,
      )}
    >
      {hasHeader && (
        <div
          className={joinClasses(
            'flex flex-wrap items-start justify-between gap-3',
            padded ? 'mb-4' : 'p-4 sm:p-6',
          )}
        >
          <div className="min-w-0">
            {title && <Heading className="text-xl">{title}</Heading>}
            {description && <p className="mt-1 text-sm text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </Element>
  );
}
