import { SECOND } from '#kernel/time.ts';

/** Transfers of one purchase: the cost, the shares and the fee. */
const TRANSFERS_PER_PURCHASE = 3;
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
  const own = purchases * TRANSFERS_PER_PURCHASE;
  const others = Math.max(0, transfers - own);
  return Math.min(MAX_PAUSE_MS, tookMs * PAUSE_FACTOR * Math.min(1, others / Math.max(1, own)));
}
