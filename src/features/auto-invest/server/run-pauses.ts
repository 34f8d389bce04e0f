import { MAX_PURCHASE_TRANSFERS } from '#features/investing/server/index.ts';
import { SECOND } from '#kernel/time.ts';

const MAX_PAUSE_MS = 5 * SECOND;
/** A pause is this many times as long as the purchases before it, when others made as many transfers meanwhile. */
const PAUSE_FACTOR = 10;

/** Purchases that a run has just made, and how many transfers the platform made while they were made. */
interface Progress {
  tookMs: number;
  purchases: number;
  transfers: number;
}

/**
 * How long a run waits after some of its purchases, in milliseconds, so that people who buy and trade by themselves come
 * first: not at all while nothing else happens, and longer the more others do.
 */
export function pauseAfter({ tookMs, purchases, transfers }: Progress): number {
  const own = purchases * MAX_PURCHASE_TRANSFERS;
  const others = Math.max(0, transfers - own);
  return Math.min(MAX_PAUSE_MS, tookMs * PAUSE_FACTOR * Math.min(1, others / Math.max(1, own)));
}
