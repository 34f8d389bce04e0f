import { approvalsLive } from '#features/approvals/approvals.live.ts';
import { autoInvestLive } from '#features/auto-invest/auto-invest.live.ts';
import { booksLive } from '#features/books/books.live.ts';
import { certificatesLive } from '#features/certificates/certificates.live.ts';
import { distributionsLive } from '#features/distributions/distributions.live.ts';
import { documentsLive } from '#features/documents/documents.live.ts';
import { filesLive } from '#features/files/files.live.ts';
import { freezesLive } from '#features/freezes/freezes.live.ts';
import { governanceLive } from '#features/governance/governance.live.ts';
import { identityLive } from '#features/identity/identity.live.ts';
import { intakeLive } from '#features/intake/intake.live.ts';
import { investingLive } from '#features/investing/investing.live.ts';
import { jobsLive } from '#features/jobs/jobs.live.ts';
import { kycLive } from '#features/kyc/kyc.live.ts';
import { learnLive } from '#features/learn/learn.live.ts';
import { legalLive } from '#features/legal/legal.live.ts';
import { lotsLive } from '#features/lots/lots.live.ts';
import { notificationsLive } from '#features/notifications/notifications.live.ts';
import { offeringsLive } from '#features/offerings/offerings.live.ts';
import { onboardingLive } from '#features/onboarding/onboarding.live.ts';
import { ownDataLive } from '#features/own-data/own-data.live.ts';
import { propertiesLive } from '#features/properties/properties.live.ts';
import { referralsLive } from '#features/referrals/referrals.live.ts';
import { registersLive } from '#features/registers/registers.live.ts';
import { resaleLive } from '#features/resale/resale.live.ts';
import { submissionsLive } from '#features/submissions/submissions.live.ts';
import { taxLive } from '#features/tax/tax.live.ts';
import { valuationsLive } from '#features/valuations/valuations.live.ts';
import { waitlistLive } from '#features/waitlist/waitlist.live.ts';
import { walletLive } from '#features/wallet/wallet.live.ts';
import { watchlistLive } from '#features/watchlist/watchlist.live.ts';
import type { EventType } from '#kernel/events.ts';
import type { StaleQueries } from '#platform/browser/live-map.ts';

/** Which queries each event of the product makes stale; a slice that is missing here does not compile. */
export const liveMap = {
  ...autoInvestLive,
  ...approvalsLive,
  ...booksLive,
  ...certificatesLive,
  ...distributionsLive,
  ...documentsLive,
  ...filesLive,
  ...freezesLive,
  ...governanceLive,
  ...identityLive,
  ...intakeLive,
  ...investingLive,
  ...jobsLive,
  ...kycLive,
  ...learnLive,
  ...legalLive,
  ...lotsLive,
  ...notificationsLive,
  ...offeringsLive,
  ...onboardingLive,
  ...ownDataLive,
  ...propertiesLive,
  ...referralsLive,
  ...registersLive,
  ...resaleLive,
  ...submissionsLive,
  ...taxLive,
  ...valuationsLive,
  ...waitlistLive,
  ...walletLive,
  ...watchlistLive,
} satisfies Record<EventType, StaleQueries>;
