import { lazy, Suspense } from 'react';
import { useUser } from '#platform/browser/session.ts';
import { Spinner } from '#ui/spinner.tsx';
import { importMemberHome } from './home-loading.ts';
import { Landing } from './landing.tsx';

const MemberHome = lazy(async () => ({ default: (await importMemberHome()).MemberHome }));

export function HomeScreen() {
  const session = useUser();
  if (session.status === 'loading') return <Spinner centered />;
  if (session.status === 'signedOut') return <Landing />;
  return (
    <Suspense fallback={<Spinner centered />}>
      <MemberHome user={session.user} />
    </Suspense>
  );
}
