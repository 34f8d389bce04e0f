import type { SliceOperations } from '../operation.ts';
import { distributions } from './distributions.ts';
import { freezes } from './freezes.ts';
import { governance } from './governance.ts';
import { identity } from './identity.ts';
import { investing } from './investing.ts';
import { offerings } from './offerings.ts';
import { portfolio } from './portfolio.ts';
import { properties } from './properties.ts';
import { resale } from './resale.ts';
import { time } from './time.ts';
import { valuations } from './valuations.ts';
import { wallet } from './wallet.ts';

/** Every slice's part of the model. */
export const slices: readonly SliceOperations[] = [
  properties,
  wallet,
  investing,
  offerings,
  distributions,
  resale,
  valuations,
  governance,
  portfolio,
  freezes,
  identity,
  time,
];
