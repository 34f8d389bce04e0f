import { distributionsRest } from '#features/distributions/server/distributions.rest.ts';
import { documentsRest } from '#features/documents/server/documents.rest.ts';
import { identityRest } from '#features/identity/server/identity.rest.ts';
import { investingRest } from '#features/investing/server/investing.rest.ts';
import { kycRest } from '#features/kyc/server/kyc.rest.ts';
import { portfolioRest } from '#features/portfolio/server/portfolio.rest.ts';
import { propertiesRest } from '#features/properties/server/properties.rest.ts';
import { walletRest } from '#features/wallet/server/wallet.rest.ts';
import type { RestRoute } from '#platform/server/rest.ts';

export const restRoutes: readonly RestRoute[] = [
  ...identityRest,
  ...propertiesRest,
  ...investingRest,
  ...portfolioRest,
  ...walletRest,
  ...kycRest,
  ...documentsRest,
  ...distributionsRest,
];
