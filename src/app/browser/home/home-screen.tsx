import { useUser } from '#platform/browser/session.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { importMemberHome } from './home-loading.ts';
import { Landing } from './landing.tsx';

const MemberHome = partOnDemand(async () => (await importMemberHome()).MemberHome, CenteredSpinner);

export function HomeScreen() {
  const session = useUser();
  if (session.status === 'loading') return <CenteredSpinner />;
  if (session.status === 'signedOut') return <Landing />;
  return <MemberHome user={session.user} />;
}
