import type { BasisPoints } from './money.ts';

/** Processing fee of the primary market: 2.5% of the amount, on top of it. */
export const PROCESSING_FEE_BPS: BasisPoints = 250;

/** Management fee: 1.5% of each gross distribution. */
export const MANAGEMENT_FEE_BPS: BasisPoints = 150;
