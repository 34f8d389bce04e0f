import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { cents, instant, propertyId, shareCount, sumOfCents } from '#kernel/schemas.ts';

/** Shares of one lot that a seller names. */
export const lotChoice = z.strictObject({
  lotId: z.uuid(),
  shares: shareCount(),
});

/** A purchase of which something is still held; the cost includes fees and is that of the shares left. */
export const openLot = z.object({
  id: z.string(),
  acquiredAt: instant,
  pricePerShareCents: cents,
  sharesLeft: z.int(),
  /** Of those left, the ones that no open listing has chosen. */
  sharesFree: z.int(),
  costCents: sumOfCents,
});
export const openLotsInput = z.strictObject({ propertyId });

export const lotErrors = defineErrors({
  LOTS_NOT_FREE: ['conflict', 'The chosen lots do not have that many available shares. Choose again.'],
});

export type LotChoice = z.infer<typeof lotChoice>;
export type OpenLot = z.infer<typeof openLot>;
