import { type ComponentType, createContext } from 'react';
import type { CurrentUser } from '#platform/browser/session.ts';

/** What only signed-in people see in and around a page. */
export interface MemberParts {
  SectionMenus: ComponentType;
  SearchPlace: ComponentType;
  WalletBalanceLink: ComponentType<{ className?: string }>;
  NotificationBell: ComponentType;
  AccountMenu: ComponentType<{ user: CurrentUser }>;
  /** The way out at the end of the account's menu. */
  leave: { label: string; now: () => void };
  /** What stands in the place of a page: the page, or what a member is asked before it. */
  Page: ComponentType;
  /** What a member is reminded of on every page. */
  Banner: ComponentType;
  /** What hears and asks beside the page: live changes, and proofs before what needs one. */
  Layers: ComponentType;
}

/** Null in the visitors' application, which does not load any of it. */
export const MemberContext = createContext<MemberParts | null>(null);
