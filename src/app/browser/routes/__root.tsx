import { createRootRoute } from '@tanstack/react-router';
import { useContext } from 'react';
import { useUser } from '#platform/browser/session.ts';
import { SkipLink } from '#ui/skip-link.tsx';
import { MemberContext } from '../navigation/member-context.ts';
import { NavigationBar } from '../navigation/navigation-bar.tsx';
import { LegalFooter } from '../shell/legal-footer.tsx';
import { RouteAnnouncer } from '../shell/route-announcer.tsx';
import { RoutedPage } from '../shell/routed-page.tsx';
import { Toasts } from '../shell/toasts.tsx';

export const Route = createRootRoute({ staticData: { layout: 'card' }, component: Shell });

function Shell() {
  const session = useUser();
  const member = useContext(MemberContext);
  const Page = member?.Page ?? RoutedPage;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NavigationBar />
      {member && <member.Banner />}
      <main id="main" tabIndex={-1} className="flex-1">
        <Page />
      </main>
      <LegalFooter />
      <RouteAnnouncer />
      <Toasts />
      {session.status === 'signedIn' && member && <member.Layers />}
    </div>
  );
}
