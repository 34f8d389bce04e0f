import { commonErrors, DomainError } from '#kernel/errors.ts';
import { memoizePer } from '../database/memoize-per.ts';
import { unavailable } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';

/** Files that a server takes at once, from all people and from one: what arrives is held in memory. */
const maxUploads = 32;
const maxUploadsOfPerson = 4;

/**
 * Takes a file for somebody, unless as many are on their way as may be.
 * @throws RATE_LIMITED for one person's, UNAVAILABLE for everybody's
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
