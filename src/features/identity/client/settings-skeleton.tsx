import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

const sections = [
  { name: 'profile', height: 'h-60' },
  { name: 'email', height: 'h-60' },
  { name: 'identity-check', height: 'h-24' },
  { name: 'password', height: 'h-60' },
  { name: 'second-factor', height: 'h-60' },
  { name: 'passkeys', height: 'h-60' },
  { name: 'sessions', height: 'h-40' },
  { name: 'tokens', height: 'h-60' },
];

export function SettingsSkeleton() {
  return (
    <div className="page-width py-10 sm:py-14">
      <PageHeader title="Settings" description="Your profile, your password and who may act in your name." />
      <SkeletonRegion label="Loading your settings">
        {sections.map(({ name, height }) => (
          <div
            key={name}
            className="grid gap-x-12 gap-y-5 border-t border-line py-9 lg:grid-cols-[17rem_minmax(0,1fr)]"
          >
            <Skeleton className="h-7 w-32" />
            <Skeleton className={`${height} rounded-box`} />
          </div>
        ))}
      </SkeletonRegion>
    </div>
  );
}
