import type { ArticleFields } from '../../learn.contract.ts';
import { buyingYourFirstShares } from './buying-your-first-shares.ts';
import { glossary } from './glossary.ts';
import { howCommonholdWorks } from './how-commonhold-works.ts';
import { howRentBecomesADistribution } from './how-rent-becomes-a-distribution.ts';
import { howToReadAPropertysFigures } from './how-to-read-a-propertys-figures.ts';
import { howVotingWorks } from './how-voting-works.ts';
import { identityChecksAndLimits } from './identity-checks-and-limits.ts';
import { reinvestingYourDistributions } from './reinvesting-your-distributions.ts';
import { sellingYourShares } from './selling-your-shares.ts';
import { spreadingYourMoney } from './spreading-your-money.ts';
import { taxesOnDistributionsAndSales } from './taxes-on-distributions-and-sales.ts';
import { whatCanGoWrong } from './what-can-go-wrong.ts';
import { whatYouPay } from './what-you-pay.ts';

/** The articles of a new library, in the order in which they are read within their category. */
export const builtInArticles: readonly ArticleFields[] = [
  howCommonholdWorks,
  buyingYourFirstShares,
  howVotingWorks,
  identityChecksAndLimits,
  whatYouPay,
  howRentBecomesADistribution,
  howToReadAPropertysFigures,
  sellingYourShares,
  reinvestingYourDistributions,
  whatCanGoWrong,
  spreadingYourMoney,
  taxesOnDistributionsAndSales,
  glossary,
];
