import type { LinkProps } from '@tanstack/react-router';
import { BookOpen, House, type LucideIcon, MailPlus } from 'lucide-react';
import { isLaunched } from '#platform/browser/launch.ts';

export interface NavigationLink {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
}

/** The pages that everyone may open, signed in or not. */
export const publicLinks: readonly NavigationLink[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/learn', label: 'Learn', icon: BookOpen },
];

/** For visitors in the bar, for everyone in the mobile menu. */
export const waitlistLink = (): NavigationLink => ({
  to: '/waitlist',
  label: isLaunched() ? 'Get updates' : 'Join Waitlist',
  icon: MailPlus,
});
