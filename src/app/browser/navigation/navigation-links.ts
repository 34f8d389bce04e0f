import {
  ArrowLeftRight,
  BookOpenCheck,
  BookUser,
  Bot,
  Building2,
  ChartColumn,
  ChartColumnBig,
  ChartPie,
  ClipboardCheck,
  ClipboardList,
  FileChartColumn,
  FileUp,
  FolderOpen,
  Gift,
  HandCoins,
  Handshake,
  Heart,
  History,
  IdCard,
  LayoutDashboard,
  Mails,
  PenLine,
  ReceiptText,
  Repeat,
  Scale,
  ScanSearch,
  ScrollText,
  Settings,
  ShieldCheck,
  Tag,
  UserCheck,
  UsersRound,
  Wallet,
  Workflow,
} from 'lucide-react';
import type { NavigationLink } from './public-pages.ts';

interface NavigationSection {
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

/** Every signed-in user sees all three; the server decides about their rights there. */
export const navigationSections: readonly NavigationSection[] = [
  {
    id: 'investor',
    menu: 'Investor',
    portal: 'Investor Portal',
    links: [
      { to: '/dashboard', label: 'Portfolio Dashboard', icon: ChartPie },
      { to: '/investor-dashboard', label: 'Investor dashboard', icon: LayoutDashboard },
      { to: '/investor-marketplace', label: 'Marketplace', icon: ScanSearch },
      { to: '/resale-marketplace', label: 'Resale marketplace', icon: ArrowLeftRight },
      { to: '/investor-watchlist', label: 'Watchlist', icon: Heart },
      { to: '/share-resale', label: 'Sell My Shares', icon: Tag },
      { to: '/auto-invest', label: 'Auto-Invest', icon: Bot },
      { to: '/transaction-history', label: 'Transaction history', icon: History },
      { to: '/reports', label: 'Reports', icon: FileChartColumn },
      { to: '/documents', label: 'Document Center', icon: FolderOpen },
      { to: '/invite', label: 'Invite and Earn', icon: Gift },
      { to: '/onboarding/kyc', label: 'Identity verification', icon: IdCard },
    ],
  },
  {
    id: 'owner',
    menu: 'Owner',
    portal: 'Owner Portal',
    links: [
      { to: '/owner-dashboard', label: 'Owner Dashboard', icon: ChartColumn },
      { to: '/submit-property', label: 'Submit property', icon: Building2 },
      { to: '/owner-intake-wizard', label: 'Intake wizard', icon: ClipboardList },
      { to: '/owner-submit', label: 'Owner Portal', icon: FileUp },
      { to: '/owner-distributions', label: 'Earnings distribution', icon: HandCoins },
    ],
  },
  {
    id: 'admin',
    menu: 'Admin',
    portal: 'Admin Portal',
    links: [
      { to: '/admin-panel', label: 'Admin panel', icon: ShieldCheck },
      { to: '/admin-review', label: 'Review Properties', icon: ClipboardCheck },
      { to: '/admin-approvals', label: 'Approvals', icon: Handshake },
      { to: '/admin-analytics', label: 'Platform Analytics', icon: ChartColumnBig },
      { to: '/admin-users', label: 'Users', icon: UsersRound },
      { to: '/admin-audit', label: 'Audit log', icon: ScrollText },
      { to: '/admin-books', label: 'Books', icon: BookOpenCheck },
      { to: '/admin-registers', label: 'Registers', icon: BookUser },
      { to: '/admin-jobs', label: 'Jobs', icon: Workflow },
      { to: '/admin-kyc', label: 'Identity checks', icon: UserCheck },
      { to: '/admin-wash-trades', label: 'Wash trades', icon: Repeat },
      { to: '/admin-waitlist', label: 'Waitlist Management', icon: Mails },
      { to: '/admin-education', label: 'Education', icon: PenLine },
      { to: '/admin-distributions', label: 'Distributions', icon: ReceiptText },
      { to: '/admin-valuations', label: 'Valuations', icon: Scale },
      { to: '/admin-tax', label: 'Tax', icon: FileUp },
    ],
  },
];
