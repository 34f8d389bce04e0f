import { HOUR } from '#kernel/time.ts';

/** How long a released register can be downloaded. */
export const DOWNLOAD_HOURS = 48;

export const downloadableUntil = (releasedAt: Date): Date =>
  new Date(releasedAt.getTime() + DOWNLOAD_HOURS * HOUR);
