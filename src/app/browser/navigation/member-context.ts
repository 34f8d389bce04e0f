import { type ComponentType, createContext } from 'react';
import type { CurrentUser } from '#platform/browser/session.ts';

/** The parts of and around a page for signed-in people only. */
export interface MemberParts {
  SectionMenus: ComponentType;
  SearchPlace: ComponentType;
  WalletBalanceLink: ComponentType<{ className?: string }>;
  NotificationBell: ComponentType;
  AccountMenu: ComponentType<{ user: CurrentUser }>;
  /** The way out at the end of the account's menu. */
  leave: { label: string; now: () => void };
  /** The content in the place of a page: the page, or the questions that a member answers before it. */
  Page: ComponentType;
  /** The reminders of a member on every page. */
  Banner: ComponentType;
  /** The parts beside the page: live changes, and the dialog that asks for a proof of identity. */
  Layers: ComponentType;
}

/** Null in the visitors' application, which does not load any of it. */
export const MemberContext = createContext<MemberParts | null>(null);
