import { ConfirmEmailBanner, FrozenBanner, ReauthenticationLayer } from '#features/identity/client/index.ts';
import { DeviceMessages, NotificationBell } from '#features/notifications/client/index.ts';
import { SearchPlace } from '#features/search/client/index.ts';
import { WalletBalanceLink } from '#features/wallet/client/index.ts';
import { LiveUpdates } from '#platform/browser/live.tsx';
import { OnboardingOrPage } from '../shell/onboarding-or-page.tsx';
import { signOut } from './leave-session.ts';
import type { MemberParts } from './member-context.ts';
import { AccountMenu, SectionMenus } from './menus-on-demand.tsx';

export const memberParts: MemberParts = {
  SectionMenus,
  SearchPlace,
  WalletBalanceLink,
  NotificationBell,
  AccountMenu,
  leave: { label: 'Log Out', now: signOut },
  Page: OnboardingOrPage,
  Banner: () => (
    <>
      <FrozenBanner />
      <ConfirmEmailBanner />
    </>
  ),
  Layers: () => (
    <>
      <LiveUpdates />
      <DeviceMessages />
      <ReauthenticationLayer />
    </>
  ),
};
