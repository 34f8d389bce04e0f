import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

export const SETTINGS_DESCRIPTION = 'Your profile, how you sign in, and your data.';

const sections = [
  { name: 'profile', height: 'h-60' },
  { name: 'email', height: 'h-60' },
  { name: 'setup', height: 'h-24' },
  { name: 'identity-check', height: 'h-24' },
];

export function SettingsSkeleton() {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader title="Settings" description={SETTINGS_DESCRIPTION} />
      <SkeletonRegion label="Loading your settings">
        <Skeleton className="mb-8 h-11" />
        {sections.map(({ name, height }) => (
          <div
            key={name}
            className="grid gap-x-12 gap-y-5 border-line py-8 not-first:border-t lg:grid-cols-[17rem_minmax(0,1fr)]"
          >
            <Skeleton className="h-7 w-32" />
            <Skeleton className={`${height} rounded-box`} />
          </div>
        ))}
      </SkeletonRegion>
    </div>
  );
}
