import { useUser } from '#platform/browser/session.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { importMemberHome } from './home-loading.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { Landing } from './landing.tsx';

const MemberHome = partOnDemand(async () => (await importMemberHome()).MemberHome, HomeSkeleton);

export function HomeScreen() {
  const session = useUser();
  if (session.status === 'loading') return <HomeSkeleton />;
  if (session.status === 'signedOut') return <Landing />;
  return <MemberHome user={session.user} />;
}
