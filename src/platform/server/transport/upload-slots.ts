import { commonErrors, DomainError } from '#kernel/errors.ts';
import { memoizePer } from '../database/memoize-per.ts';
import { unavailable } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';

/** Limits of concurrent uploads, which are held in memory: in total and for one person. */
const maxUploads = 32;
const maxUploadsOfPerson = 4;

/**
 * Runs an upload in one of the slots.
 * @throws RATE_LIMITED when the person has too many uploads, UNAVAILABLE when the server has
 */
export const takeUpload = memoizePer((_: Platform) => {
  const onTheWay = new Map<string, number>();
  let all = 0;
  return async <Value>(person: string, take: () => Promise<Value>): Promise<Value> => {
    const own = onTheWay.get(person) ?? 0;
    if (own >= maxUploadsOfPerson) throw new DomainError(commonErrors.RATE_LIMITED, { retryAfterSeconds: 5 });
    if (all >= maxUploads) throw unavailable();
    onTheWay.set(person, own + 1);
    all += 1;
    try {
      return await take();
    } finally {
      all -= 1;
      const left = (onTheWay.get(person) ?? 0) - 1;
      if (left > 0) onTheWay.set(person, left);
      else onTheWay.delete(person);
    }
  };
});
