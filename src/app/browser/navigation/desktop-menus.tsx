import { useLocation, useNavigate } from '@tanstack/react-router';
import { ChevronDown, LogOut, Moon, Sun } from 'lucide-react';
import { useContext } from 'react';
import { fullName } from '#kernel/person.ts';
import type { CurrentUser } from '#platform/browser/session.ts';
import { Menu, MenuNavigation } from '#ui/menu.tsx';
import { chooseTheme } from '#ui/theme.ts';
import { MemberContext } from './member-context.ts';
import { accountLinks, navigationSections } from './navigation-links.ts';
import type { NavigationLink } from './public-pages.ts';
import { avatarClass, initialsOf, menuButtonClass } from './session-parts.tsx';
import { isDarkNow } from './theme-toggle.tsx';

function useEntries() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (links: readonly NavigationLink[]) =>
    links.map(({ to, label, icon }) => ({ id: to, label, icon, href: to, current: pathname === to }));
}

function useFollow() {
  const navigate = useNavigate();
  return (href: string) => void navigate({ href });
}

export function SectionMenus() {
  const entries = useEntries();
  return (
    <MenuNavigation navigate={useFollow()}>
      {navigationSections.map((section) => (
        <Menu
          key={section.id}
          label={section.portal}
          trigger={
            <>
              {section.menu}
              <ChevronDown size={15} className="opacity-70" aria-hidden="true" />
            </>
          }
          triggerClassName={menuButtonClass}
          groups={[{ id: section.id, title: section.portal, items: entries(section.links) }]}
        />
      ))}
    </MenuNavigation>
  );
}

function themeItem() {
  const onSelect = (choice: 'light' | 'dark') => () => chooseTheme(choice);
  return isDarkNow()
    ? { id: 'light', label: 'Use the light theme', icon: Sun, onSelect: onSelect('light') }
    : { id: 'dark', label: 'Use the dark theme', icon: Moon, onSelect: onSelect('dark') };
}

export function AccountMenu({ user }: { user: CurrentUser }) {
  const leave = useContext(MemberContext)?.leave;
  const entries = useEntries();
  return (
    <MenuNavigation navigate={useFollow()}>
      <Menu
        label="Your account"
        triggerLabel={`Your account, ${fullName(user)}`}
        trigger={initialsOf(user)}
        triggerClassName={avatarClass}
        placement="bottom end"
        groups={[
          { id: 'account', title: fullName(user), items: entries(accountLinks) },
          { id: 'theme', items: [themeItem()] },
          ...(leave
            ? [
                {
                  id: 'leave',
                  items: [{ id: 'log-out', label: leave.label, icon: LogOut, onSelect: leave.now }],
                },
              ]
            : []),
        ]}
      />
    </MenuNavigation>
  );
}
