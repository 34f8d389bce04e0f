import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

export interface DescriptionItem {
  term: string;
  value: ReactNode;
  /** Set off from the lines above, as a sum is. */
  total?: boolean;
  /** Makes the term a button. */
  onOpen?: () => void;
}

export function DescriptionList({
  items,
  className,
}: {
  items: readonly DescriptionItem[];
  className?: string;
}) {
  return (
    <dl className={joinClasses('text-[0.9375rem]', className)}>
      {items.map((item) => (
        <div
          key={item.term}
          className={joinClasses(
            'flex items-baseline justify-between gap-4 py-2',
            item.total && 'mt-1 border-t border-line pt-3 text-base font-semibold',
          )}
        >
          <dt className={item.total ? undefined : 'text-muted'}>
            {item.onOpen ? (
              <button
                type="button"
                className="link-plain min-h-6 cursor-pointer text-start"
                onClick={item.onOpen}
              >
                {item.term}
              </button>
            ) : (
              item.term
            )}
          </dt>
          <dd className="amount text-end">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
