import { Link } from '@tanstack/react-router';
import { LogOut, Search } from 'lucide-react';
import { useContext, useId } from 'react';
import { flushSync } from 'react-dom';
import { openSearch } from '#features/search/client/index.ts';
import type { Session } from '#platform/browser/session.ts';
import { Button } from '#ui/button.tsx';
import { Drawer } from '#ui/drawer.tsx';
import { ThemeChoice } from '#ui/theme-choice.tsx';
import { signIn } from './leave-session.ts';
import { MemberContext } from './member-context.ts';
import { accountLinks, navigationSections } from './navigation-links.ts';
import { type NavigationLink, publicLinks, waitlistLink } from './public-pages.ts';

const entryShape = 'flex min-h-12 items-center gap-3 rounded-field px-3 text-base';
const entryClass = `${entryShape} hover:bg-quiet-soft aria-[current=page]:bg-positive-soft aria-[current=page]:font-semibold`;
const highlightClass = `${entryShape} mt-2 border border-brass/40 bg-brass-soft font-semibold hover:border-brass`;

export function MobileMenu(props: { open: boolean; onClose: () => void; session: Session }) {
  const { open, onClose, session } = props;
  const leave = useContext(MemberContext)?.leave;

  const updates = waitlistLink();

  function search() {
    // The menu gives the focus back as it closes; the search takes it after that.
    flushSync(onClose);
    openSearch();
  }

  return (
    <Drawer open={open} onClose={onClose} title="Menu">
      <nav aria-label="Main" className="flex min-h-full flex-col gap-5">
        <LinkList links={publicLinks} onChoose={onClose}>
          {session.status === 'signedIn' && (
            <button type="button" className={`${entryClass} w-full cursor-pointer`} onClick={search}>
              <Search size={20} className="opacity-80" aria-hidden="true" />
              Search
            </button>
          )}
          <Link
            to={updates.to}
            className={session.status === 'signedIn' ? `${entryClass} font-semibold` : highlightClass}
            onClick={onClose}
          >
            <updates.icon size={20} className="text-brass" aria-hidden="true" />
            {updates.label}
          </Link>
        </LinkList>
        {session.status === 'signedIn' && (
          <>
            {navigationSections.map((section) => (
              <Section key={section.id} title={section.portal} links={section.links} onChoose={onClose} />
            ))}
            <Section title="Your account" links={accountLinks} onChoose={onClose}>
              {leave && (
                <button type="button" className={`${entryClass} w-full cursor-pointer`} onClick={leave.now}>
                  <LogOut size={20} className="opacity-80" aria-hidden="true" />
                  {leave.label}
                </button>
              )}
            </Section>
          </>
        )}
        {session.status === 'signedOut' && (
          <div className="rounded-box border border-line bg-paper p-4">
            <p className="mb-3 text-muted">Sign in to access all features</p>
            <Button wide onClick={signIn}>
              Sign In
            </Button>
          </div>
        )}
        <ThemeChoice className="mt-auto" />
      </nav>
    </Drawer>
  );
}

interface LinkListProps {
  links: readonly NavigationLink[];
  onChoose: () => void;
  labelledBy?: string;
  children?: React.ReactNode;
}

function Section({ title, ...list }: LinkListProps & { title: string }) {
  const id = useId();
  return (
    <section>
      <h3 id={id} className="mb-1 px-3 font-sans text-sm font-semibold tracking-normal text-muted">
        {title}
      </h3>
      <LinkList {...list} labelledBy={id} />
    </section>
  );
}

function LinkList({ links, onChoose, labelledBy, children }: LinkListProps) {
  return (
    <ul aria-labelledby={labelledBy}>
      {links.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link to={to} activeOptions={{ exact: to !== '/learn' }} className={entryClass} onClick={onChoose}>
            <Icon size={20} className="opacity-80" aria-hidden="true" />
            {label}
          </Link>
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  );
}
