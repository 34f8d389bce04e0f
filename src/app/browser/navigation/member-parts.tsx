import { type ComponentType, useEffect, useState } from 'react';
import { ConfirmEmailBanner, FrozenBanner, ReauthenticationLayer } from '#features/identity/client/index.ts';
import { DeviceMessages, NotificationBell } from '#features/notifications/client/index.ts';
import { SearchPlace } from '#features/search/client/index.ts';
import { WalletBalanceLink } from '#features/wallet/client/index.ts';
import { addFailedPart } from '#ui/failed-parts.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { OnboardingOrPage } from '../shell/onboarding-or-page.tsx';
import { signOut } from './leave-session.ts';
import type { MemberParts } from './member-context.ts';
import { AccountMenu, SectionMenus } from './menus-on-demand.tsx';

/** A part that is loaded after the page, which works without it; again once the server answers, where that failed. */
function AfterPage({ load }: { load: () => Promise<ComponentType> }) {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => {
    let forget = () => {};
    const show = async () => {
      const part = await load();
      setLoaded(() => part);
    };
    show().catch(() => {
      forget = addFailedPart(show);
    });
    return () => forget();
  }, []);
  return Loaded && <Loaded />;
}

const importLive = async () => (await import('#platform/browser/live.tsx')).LiveUpdates;
const importShortcuts = async () => (await import('./shortcuts-and-places.tsx')).ShortcutsAndPlaces;
const importNotice = async () => (await import('../shell/connection-notice.tsx')).ConnectionNotice;

export const ShortcutsAndPlaces = () => <AfterPage load={importShortcuts} />;

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
      <AfterPage load={importLive} />
      <DeviceMessages />
      <ReauthenticationLayer />
      <ShortcutsAndPlaces />
      <AfterPage load={importNotice} />
    </>
  ),
};
