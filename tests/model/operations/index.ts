import type { SliceOperations } from '../operation.ts';
import { analytics } from './analytics.ts';
import { approvals } from './approvals.ts';
import { autoInvest } from './auto-invest.ts';
import { distributions } from './distributions.ts';
import { freezes } from './freezes.ts';
import { governance } from './governance.ts';
import { identity } from './identity.ts';
import { investing } from './investing.ts';
import { monthDrafts } from './month-drafts.ts';
import { offerings } from './offerings.ts';
import { portfolio } from './portfolio.ts';
import { properties } from './properties.ts';
import { referrals } from './referrals.ts';
import { resale } from './resale.ts';
import { roles } from './roles.ts';
import { statements } from './statements.ts';
import { time } from './time.ts';
import { twins } from './twins.ts';
import { valuations } from './valuations.ts';
import { wallet } from './wallet.ts';
import { watchlist } from './watchlist.ts';

/** Every slice's part of the model. */
export const slices: readonly SliceOperations[] = [
  properties,
  wallet,
  investing,
  offerings,
  distributions,
  monthDrafts,
  resale,
  valuations,
  governance,
  roles,
  approvals,
  autoInvest,
  watchlist,
  referrals,
  portfolio,
  freezes,
  identity,
  twins,
  statements,
  time,
  analytics,
];
