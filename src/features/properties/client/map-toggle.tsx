import { Map as MapIcon } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

/** Whether a map is open at first: where it has room beside its list. */
export const hasRoomForMap = () => matchMedia('(width >= 64rem)').matches;

/** Opens and closes the map beside a list, which has everything that is on the map. */
export function MapToggle({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  return (
    <Button variant="secondary" size="small" aria-expanded={open} className="no-print" onClick={onToggle}>
      <MapIcon size={16} aria-hidden="true" />
      {open ? 'Hide map' : 'Show map'}
    </Button>
  );
}

/** As large as the map. */
export function MapSkeleton() {
  return (
    <SkeletonRegion label="Loading the map">
      <Skeleton className="aspect-[975/610] rounded-box" />
      <Skeleton className="mt-3 h-5 w-3/4" />
    </SkeletonRegion>
  );
}
