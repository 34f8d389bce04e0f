import { type ComponentType, useEffect, useState } from 'react';
import { ConfirmEmailBanner, FrozenBanner, ReauthenticationLayer } from '#features/identity/client/index.ts';
import { DeviceMessages, NotificationBell } from '#features/notifications/client/index.ts';
import { SearchPlace } from '#features/search/client/index.ts';
import { WalletBalanceLink } from '#features/wallet/client/index.ts';
import { LiveUpdates } from '#platform/browser/live.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { OnboardingOrPage } from '../shell/onboarding-or-page.tsx';
import { signOut } from './leave-session.ts';
import type { MemberParts } from './member-context.ts';
import { AccountMenu, SectionMenus } from './menus-on-demand.tsx';

/** Comes after the page; without it, the page works as before. */
function ShortcutsAndPlaces() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    import('./shortcuts-and-places.tsx').then(
      (parts) => setLoaded(() => parts.ShortcutsAndPlaces),
      () => undefined,
    );
  }, []);
  return Loaded && <Loaded />;
}

export const memberParts: MemberParts = {
  SectionMenus,
  SearchPlace: () => (
    <>
      <SearchPlace />
      <PaletteButton />
    </>
  ),
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
      <ShortcutsAndPlaces />
    </>
  ),
};
