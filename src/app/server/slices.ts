import { achievementsSlice } from '#features/achievements/server/slice.ts';
import { analyticsSlice } from '#features/analytics/server/slice.ts';
import { approvalsSlice } from '#features/approvals/server/slice.ts';
import { auditSlice } from '#features/audit/server/slice.ts';
import { autoInvestSlice } from '#features/auto-invest/server/slice.ts';
import { backOfficeSlice } from '#features/back-office/server/slice.ts';
import { booksSlice } from '#features/books/server/slice.ts';
import { certificatesSlice } from '#features/certificates/server/slice.ts';
import { distributionsSlice } from '#features/distributions/server/slice.ts';
import { documentCenterSlice } from '#features/document-center/server/slice.ts';
import { documentsSlice } from '#features/documents/server/slice.ts';
import { filesSlice } from '#features/files/server/slice.ts';
import { freezesSlice } from '#features/freezes/server/slice.ts';
import { governanceSlice } from '#features/governance/server/slice.ts';
import { identitySlice } from '#features/identity/server/slice.ts';
import { intakeSlice } from '#features/intake/server/slice.ts';
import { investingSlice } from '#features/investing/server/slice.ts';
import { jobsSlice } from '#features/jobs/server/slice.ts';
import { kycSlice } from '#features/kyc/server/slice.ts';
import { learnSlice } from '#features/learn/server/slice.ts';
import { ledgerSlice } from '#features/ledger/server/slice.ts';
import { legalSlice } from '#features/legal/server/slice.ts';
import { lotsSlice } from '#features/lots/server/slice.ts';
import { notificationsSlice } from '#features/notifications/server/slice.ts';
import { offeringsSlice } from '#features/offerings/server/slice.ts';
import { onboardingSlice } from '#features/onboarding/server/slice.ts';
import { ownDataSlice } from '#features/own-data/server/slice.ts';
import { ownersSlice } from '#features/owners/server/slice.ts';
import { portfolioSlice } from '#features/portfolio/server/slice.ts';
import { propertiesSlice } from '#features/properties/server/slice.ts';
import { referralsSlice } from '#features/referrals/server/slice.ts';
import { registersSlice } from '#features/registers/server/slice.ts';
import { reportsSlice } from '#features/reports/server/slice.ts';
import { resaleSlice } from '#features/resale/server/slice.ts';
import { searchSlice } from '#features/search/server/slice.ts';
import { statementsSlice } from '#features/statements/server/slice.ts';
import { submissionsSlice } from '#features/submissions/server/slice.ts';
import { taxSlice } from '#features/tax/server/slice.ts';
import { transactionsSlice } from '#features/transactions/server/slice.ts';
import { trustSlice } from '#features/trust/server/slice.ts';
import { valuationsSlice } from '#features/valuations/server/slice.ts';
import { waitlistSlice } from '#features/waitlist/server/slice.ts';
import { walletSlice } from '#features/wallet/server/slice.ts';
import { watchlistSlice } from '#features/watchlist/server/slice.ts';
import { combineSlices } from '#platform/server/slices/define-slice.ts';
import { liveSlice, platformSlice } from './platform-slice.ts';

/** Every slice there is: router, REST paths, forms, jobs, schedules, handlers and invariants are derived from this list. */
export const { routers, restRoutes, formRoutes, jobRegistry, inTransaction, invariants } = combineSlices([
  ledgerSlice,
  investingSlice,
  offeringsSlice,
  resaleSlice,
  lotsSlice,
  autoInvestSlice,
  walletSlice,
  distributionsSlice,
  governanceSlice,
  identitySlice,
  kycSlice,
  documentsSlice,
  propertiesSlice,
  submissionsSlice,
  intakeSlice,
  valuationsSlice,
  statementsSlice,
  taxSlice,
  reportsSlice,
  certificatesSlice,
  legalSlice,
  documentCenterSlice,
  ownDataSlice,
  portfolioSlice,
  ownersSlice,
  transactionsSlice,
  notificationsSlice,
  achievementsSlice,
  freezesSlice,
  approvalsSlice,
  auditSlice,
  booksSlice,
  jobsSlice,
  registersSlice,
  backOfficeSlice,
  analyticsSlice,
  onboardingSlice,
  watchlistSlice,
  referralsSlice,
  waitlistSlice,
  learnSlice,
  trustSlice,
  searchSlice,
  filesSlice,
  platformSlice,
  liveSlice,
]);
