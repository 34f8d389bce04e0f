import type { ComponentProps } from 'react';
import { joinClasses } from '#ui/classes.ts';

export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={joinClasses('sr-only', className)} />;
}
