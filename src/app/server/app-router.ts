import { backOfficeRouter } from '#features/back-office/server/back-office.router.ts';
import { distributionsRouter } from '#features/distributions/server/distributions.router.ts';
import { documentsRouter } from '#features/documents/server/documents.router.ts';
import { freezesRouter } from '#features/freezes/server/freezes.router.ts';
import { governanceRouter } from '#features/governance/server/governance.router.ts';
import { identityRouter } from '#features/identity/server/identity.router.ts';
import { investingRouter } from '#features/investing/server/investing.router.ts';
import { kycRouter } from '#features/kyc/server/kyc.router.ts';
import { learnRouter } from '#features/learn/server/learn.router.ts';
import { lotsRouter } from '#features/lots/server/lots.router.ts';
import { notificationsRouter } from '#features/notifications/server/notifications.router.ts';
import { onboardingRouter } from '#features/onboarding/server/onboarding.router.ts';
import { portfolioRouter } from '#features/portfolio/server/portfolio.router.ts';
import { propertiesRouter } from '#features/properties/server/properties.router.ts';
import { resaleRouter } from '#features/resale/server/resale.router.ts';
import { searchRouter } from '#features/search/server/search.router.ts';
import { transactionsRouter } from '#features/transactions/server/transactions.router.ts';
import { waitlistRouter } from '#features/waitlist/server/waitlist.router.ts';
import { walletRouter } from '#features/wallet/server/wallet.router.ts';
import { liveRouter } from '#platform/server/live.ts';
import { router } from '#platform/server/trpc.ts';

export const appRouter = router({
  backOffice: backOfficeRouter,
  freezes: freezesRouter,
  identity: identityRouter,
  wallet: walletRouter,
  properties: propertiesRouter,
  investing: investingRouter,
  portfolio: portfolioRouter,
  distributions: distributionsRouter,
  documents: documentsRouter,
  governance: governanceRouter,
  notifications: notificationsRouter,
  waitlist: waitlistRouter,
  learn: learnRouter,
  onboarding: onboardingRouter,
  resale: resaleRouter,
  lots: lotsRouter,
  search: searchRouter,
  kyc: kycRouter,
  transactions: transactionsRouter,
  live: liveRouter,
});

export type AppRouter = typeof appRouter;
