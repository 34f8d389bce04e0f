import { Link, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useContext, useState } from 'react';
import { useUser } from '#platform/browser/session.ts';
import { Button } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { MemberContext } from './member-context.ts';
import { PublicLinks } from './public-links.tsx';
import { LoadingCircle } from './session-parts.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const MobileMenu = dialogOnDemand(async () => (await import('./mobile-menu.tsx')).MobileMenu);

export function NavigationBar() {
  const session = useUser();
  const parts = useContext(MemberContext);
  const [menuOpen, setMenuOpen] = useState(false);
  const member = session.status === 'signedIn' ? parts : null;
  return (
    <header className="no-print sticky top-0 z-40 border-b border-line bg-paper">
      <div className="page-width flex h-16 items-center gap-1">
        <Link to="/" className="mr-3 flex min-h-11 items-center">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-0.5 lg:flex">
          <PublicLinks visitor={session.status === 'signedOut'} />
          {member && <member.SectionMenus />}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1.5">
          {member && <member.SearchPlace />}
          {member && <member.WalletBalanceLink className="hidden sm:flex" />}
          {member && <member.NotificationBell />}
          {!member && <ThemeToggle className="hidden lg:inline-flex" />}
          {session.status === 'loading' && <LoadingCircle />}
          {session.status === 'signedOut' && <SignInForm />}
          {session.status === 'signedIn' && member && (
            <span className="hidden lg:block">
              <member.AccountMenu user={session.user} />
            </span>
          )}
          <Button
            variant="quiet"
            square
            className="lg:hidden"
            aria-label="Open the menu"
            aria-haspopup="dialog"
            onPointerDown={MobileMenu.prepare}
            onFocus={MobileMenu.prepare}
            onClick={() => setMenuOpen(true)}
          >
            <MenuIcon size={22} aria-hidden="true" />
          </Button>
        </div>
      </div>
      {menuOpen && <MobileMenu open onClose={() => setMenuOpen(false)} session={session} />}
    </header>
  );
}

/** A form, so that the button already leads to the sign-in page before any script runs. */
function SignInForm() {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <form action="/api/login">
      <input type="hidden" name="returnTo" value={here} />
      <Button type="submit" className="px-5">
        Sign In
      </Button>
    </form>
  );
}
