import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';
import { Skeleton, SkeletonRegion, SkeletonText } from '#ui/skeleton.tsx';
import { useDelayed } from '#ui/use-delayed.ts';

/** What a page consists of: figures above lists, two columns of cards, the narrow steps of a form, or a text. */
export type PageLayout = 'lists' | 'columns' | 'form' | 'text';

interface PageSkeletonProps {
  layout?: PageLayout | undefined;
  label?: string;
  delayMs?: number;
}

/** In place of a page that is not there yet. */
export function PageSkeleton(props: PageSkeletonProps) {
  return (
    <div className={joinClasses('page-width py-6 sm:py-10', props.layout === 'form' && 'max-w-3xl')}>
      <PageSkeletonContent {...props} />
    </div>
  );
}

export const FormPageSkeleton = () => <PageSkeleton layout="form" />;

/**
 * The placeholder for the content of a page, without its frame. It takes its room right away, and shows after the delay.
 */
export function PageSkeletonContent({ layout = 'lists', label = 'Loading', delayMs }: PageSkeletonProps) {
  const visible = useDelayed(true, delayMs);
  return (
    <SkeletonRegion label={label} className={visible ? '' : 'invisible'}>
      <Skeleton className="h-9 w-60" />
      <Skeleton className="mt-2 h-7 max-w-lg" />
      <div className="mt-6 grid gap-6 sm:mt-8">{blocks[layout]}</div>
    </SkeletonRegion>
  );
}

const tile = <Skeleton className="h-24 rounded-box sm:h-30" />;
const card = <Skeleton className="h-96 rounded-box" />;
const column = (
  <div className="grid content-start gap-6">
    <Skeleton className="h-40 rounded-box" />
    {card}
  </div>
);

const blocks: Record<PageLayout, ReactNode> = {
  lists: (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        {tile}
        {tile}
        {tile}
      </div>
      {card}
    </>
  ),
  columns: (
    <div className="grid gap-6 lg:grid-cols-2">
      {column}
      {column}
    </div>
  ),
  form: (
    <>
      <Skeleton className="h-9" />
      <Skeleton className="h-120 rounded-box" />
    </>
  ),
  text: <SkeletonText lines={12} className="prose-width" />,
};
