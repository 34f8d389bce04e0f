import {
  ArrowLeftRight,
  Building2,
  ChartPie,
  HandCoins,
  History,
  IdCard,
  LayoutDashboard,
  Mails,
  PenLine,
  ReceiptText,
  Repeat,
  ScanSearch,
  Settings,
  ShieldCheck,
  Tag,
  UserCheck,
  UsersRound,
  Wallet,
} from 'lucide-react';
import type { NavigationLink } from './public-pages.ts';

export interface NavigationSection {
  id: string;
  /** Name of the dropdown in the desktop bar. */
  menu: string;
  /** Name of the section in the mobile menu. */
  portal: string;
  links: readonly NavigationLink[];
}

export const accountLinks: readonly NavigationLink[] = [
  { to: '/wallet', label: 'Wallet', icon: Wallet },
  { to: '/settings', label: 'Settings', icon: Settings },
];

/** Every signed-in user sees all three; the server decides what they may do there. */
export const navigationSections: readonly NavigationSection[] = [
  {
    id: 'investor',
    menu: 'Investor',
    portal: 'Investor Portal',
    links: [
      { to: '/dashboard', label: 'Portfolio Dashboard', icon: ChartPie },
      { to: '/investor-dashboard', label: 'Investor Dashboard', icon: LayoutDashboard },
      { to: '/investor-marketplace', label: 'Marketplace', icon: ScanSearch },
      { to: '/resale-marketplace', label: 'Resale Marketplace', icon: ArrowLeftRight },
      { to: '/share-resale', label: 'Sell My Shares', icon: Tag },
      { to: '/transaction-history', label: 'Transaction History', icon: History },
      { to: '/onboarding/kyc', label: 'Identity Verification', icon: IdCard },
    ],
  },
  {
    id: 'owner',
    menu: 'Owner',
    portal: 'Owner Portal',
    links: [
      { to: '/submit-property', label: 'Submit Property', icon: Building2 },
      { to: '/owner-distributions', label: 'Earnings Distribution', icon: HandCoins },
    ],
  },
  {
    id: 'admin',
    menu: 'Admin',
    portal: 'Admin Portal',
    links: [
      { to: '/admin-panel', label: 'Admin Panel', icon: ShieldCheck },
      { to: '/admin-people', label: 'People', icon: UsersRound },
      { to: '/admin-kyc', label: 'Identity Checks', icon: UserCheck },
      { to: '/admin-wash-trades', label: 'Wash Trades', icon: Repeat },
      { to: '/admin-waitlist', label: 'Waitlist Management', icon: Mails },
      { to: '/admin-education', label: 'Education', icon: PenLine },
      { to: '/admin-distributions', label: 'Distributions', icon: ReceiptText },
    ],
  },
];
