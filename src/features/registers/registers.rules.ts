import { HOUR } from '#kernel/time.ts';

/** Time to download a released register. */
export const DOWNLOAD_HOURS = 48;

export const downloadableUntil = (releasedAt: Date): Date =>
  new Date(releasedAt.getTime() + DOWNLOAD_HOURS * HOUR);
