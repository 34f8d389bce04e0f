import { type ComponentType, useEffect, useState } from 'react';
import { ConfirmEmailBanner, FrozenBanner, ReauthenticationLayer } from '#features/identity/client/index.ts';
import { DeviceMessages, NotificationBell } from '#features/notifications/client/index.ts';
import { SearchPlace } from '#features/search/client/index.ts';
import { WalletBalanceLink } from '#features/wallet/client/index.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { OnboardingOrPage } from '../shell/onboarding-or-page.tsx';
import { signOut } from './leave-session.ts';
import type { MemberParts } from './member-context.ts';
import { AccountMenu, SectionMenus } from './menus-on-demand.tsx';

const RETRY_MS = 10_000;

/** A part that is loaded after the page, which works without it; again and again where that fails. */
function AfterPage({ load }: { load: () => Promise<ComponentType> }) {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      load().then(
        (part) => setLoaded(() => part),
        () => {
          timer = setTimeout(show, RETRY_MS);
        },
      );
    };
    show();
    return () => clearTimeout(timer);
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
