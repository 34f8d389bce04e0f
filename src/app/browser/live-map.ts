import { distributionsLive } from '#features/distributions/distributions.live.ts';
import { documentsLive } from '#features/documents/documents.live.ts';
import { filesLive } from '#features/files/files.live.ts';
import { freezesLive } from '#features/freezes/freezes.live.ts';
import { governanceLive } from '#features/governance/governance.live.ts';
import { identityLive } from '#features/identity/identity.live.ts';
import { investingLive } from '#features/investing/investing.live.ts';
import { kycLive } from '#features/kyc/kyc.live.ts';
import { learnLive } from '#features/learn/learn.live.ts';
import { notificationsLive } from '#features/notifications/notifications.live.ts';
import { offeringsLive } from '#features/offerings/offerings.live.ts';
import { onboardingLive } from '#features/onboarding/onboarding.live.ts';
import { propertiesLive } from '#features/properties/properties.live.ts';
import { resaleLive } from '#features/resale/resale.live.ts';
import { waitlistLive } from '#features/waitlist/waitlist.live.ts';
import { walletLive } from '#features/wallet/wallet.live.ts';
import type { EventType } from '#kernel/events.ts';
import type { StaleQueries } from '#platform/browser/live-map.ts';

/** Which queries each event of the product makes stale; a slice that is missing here does not compile. */
export const liveMap = {
  ...distributionsLive,
  ...documentsLive,
  ...filesLive,
  ...freezesLive,
  ...governanceLive,
  ...identityLive,
  ...investingLive,
  ...kycLive,
  ...learnLive,
  ...notificationsLive,
  ...offeringsLive,
  ...onboardingLive,
  ...propertiesLive,
  ...resaleLive,
  ...waitlistLive,
  ...walletLive,
} satisfies Record<EventType, StaleQueries>;
