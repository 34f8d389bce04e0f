import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';
import { Skeleton, SkeletonRegion, SkeletonText } from '#ui/skeleton.tsx';
import { useDelayed } from '#ui/use-delayed.ts';

/**
 * What the first screen of a page consists of: figures above a list, one card, a grid of cards, two columns of cards, a
 * wide column with a narrow one beside it, a picture of a property with its terms beside it, the narrow steps of a form,
 * or a text.
 */
export type PageLayout = 'figures' | 'card' | 'cards' | 'columns' | 'aside' | 'picture' | 'form' | 'text';

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
export function PageSkeletonContent({ layout = 'card', label = 'Loading', delayMs }: PageSkeletonProps) {
  const visible = useDelayed(true, delayMs);
  return (
    <SkeletonRegion label={label} className={visible ? '' : 'invisible'}>
      {layout === 'picture' ? pictureAndTerms : <HeadAndBlocks layout={layout} />}
    </SkeletonRegion>
  );
}

function HeadAndBlocks({ layout }: { layout: Exclude<PageLayout, 'picture'> }) {
  return (
    <>
      <Skeleton className="h-9 w-60" />
      <Skeleton className="mt-2 h-7 max-w-lg" />
      <div className="mt-6 grid gap-6 sm:mt-8">{blocks[layout]}</div>
    </>
  );
}

const tile = <Skeleton className="h-24 rounded-box sm:h-30" />;
const list = <Skeleton className="h-96 rounded-box" />;
const column = (
  <div className="grid content-start gap-6">
    <Skeleton className="h-40 rounded-box" />
    {list}
  </div>
);

const card = <Skeleton className="h-120 rounded-box" />;
const pictureAndTerms = (
  <>
    <Skeleton className="mt-3 mb-7 h-5 w-48 sm:mb-5" />
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="grid gap-8">
        <Skeleton className="aspect-[4/3] rounded-box sm:aspect-[21/9]" />
        <Skeleton className="h-30" />
      </div>
      <Skeleton className="h-116 rounded-box" />
    </div>
  </>
);

const blocks: Record<Exclude<PageLayout, 'picture'>, ReactNode> = {
  figures: (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        {tile}
        {tile}
        {tile}
      </div>
      {list}
    </>
  ),
  card,
  cards: (
    <>
      <Skeleton className="h-11" />
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {card}
        {card}
        {card}
      </div>
    </>
  ),
  columns: (
    <div className="grid gap-6 lg:grid-cols-2">
      {column}
      {column}
    </div>
  ),
  aside: (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      {column}
      {list}
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
