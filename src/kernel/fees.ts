import type { BasisPoints } from './money.ts';

/** Processing fee of the primary market: 2.5% of the amount, on top of it (BUY-07, D-48, CONST-03). */
export const PROCESSING_FEE_BPS: BasisPoints = 250;

/** Management fee: 1.5% of each gross distribution (D-48, LAND-16). */
export const MANAGEMENT_FEE_BPS: BasisPoints = 150;
