import { Link, type LinkProps } from '@tanstack/react-router';
import {
  Bell,
  ChartPie,
  House,
  type LucideIcon,
  ScanSearch,
  ShieldCheck,
  UsersRound,
  Wallet,
} from 'lucide-react';
import { useUser } from '#platform/browser/session.ts';

interface Place {
  to: NonNullable<LinkProps['to']>;
  label: string;
  Icon: LucideIcon;
}

const home: Place = { to: '/', label: 'Home', Icon: House };
const news: Place = { to: '/notifications', label: 'Notifications', Icon: Bell };

const places: Record<'user' | 'admin', readonly Place[]> = {
  user: [
    home,
    { to: '/investor-marketplace', label: 'Market', Icon: ScanSearch },
    { to: '/dashboard', label: 'Portfolio', Icon: ChartPie },
    { to: '/wallet', label: 'Wallet', Icon: Wallet },
    news,
  ],
  admin: [
    home,
    { to: '/admin-panel', label: 'Panel', Icon: ShieldCheck },
    { to: '/investor-marketplace', label: 'Market', Icon: ScanSearch },
    { to: '/admin-users', label: 'Users', Icon: UsersRound },
    news,
  ],
};

/** The main places of a person on a phone; on a very low screen the page needs the room. */
export function BottomBar() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <nav
      aria-label="Main pages"
      className="bottom-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-14 grid-cols-[repeat(4,1fr)_1.25fr]">
        {places[user.role].map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true }}
              className="flex h-full flex-col items-center justify-center gap-0.5 text-[0.6875rem] tracking-tight whitespace-nowrap text-muted aria-[current=page]:font-semibold aria-[current=page]:text-primary"
            >
              <Icon size={20} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
