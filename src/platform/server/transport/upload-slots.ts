import { commonErrors, DomainError } from '#kernel/errors.ts';
import { memoizePer } from '../database/memoize-per.ts';
import { unavailable } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';

/** Limits of concurrent uploads, which are held in memory: in total, for one person and for one network address. */
const MAX_UPLOADS = 32;
/** While so many arrive, slots are scarce: uploads have to arrive faster, so that slow ones cannot occupy all of them. */
const MANY_ARRIVING_UPLOADS = 16;
const MAX_UPLOADS_OF_PERSON = 4;
const MAX_UPLOADS_OF_ADDRESS = 8;
const RETRY_AFTER_SECONDS = 5;

interface Sender {
  person: string;
  address: string;
}

/** An upload while its body arrives. */
export interface Arrival {
  /** Whether so many others arrive that it has to be fast. */
  isScarce(): boolean;
  /** Its body has arrived; its slot is occupied until the file is stored. */
  end(): void;
}

/**
 * Runs an upload in one of the slots.
 * @throws RATE_LIMITED when the person or the address has too many uploads, UNAVAILABLE when the server has
 */
export const takeUpload = memoizePer((_: Platform) => {
  const ofPerson = slots(MAX_UPLOADS_OF_PERSON);
  const ofAddress = slots(MAX_UPLOADS_OF_ADDRESS);
  const ofServer = slots(MAX_UPLOADS);
  const arriving = new Set<symbol>();
  return async <Value>(
    { person, address }: Sender,
    take: (arrival: Arrival) => Promise<Value>,
  ): Promise<Value> => {
    if (!ofPerson.isFree(person)) throw tooMany('You are');
    if (!ofAddress.isFree(address)) throw tooMany('Your network is');
    if (!ofServer.isFree('')) throw unavailable();
    const taken = [ofPerson.take(person), ofAddress.take(address), ofServer.take('')];
    const own = Symbol('upload');
    arriving.add(own);
    const end = () => void arriving.delete(own);
    try {
      return await take({ isScarce: () => arriving.size >= MANY_ARRIVING_UPLOADS, end });
    } finally {
      end();
      for (const release of taken) release();
    }
  };
});

const tooMany = (who: string) =>
  new DomainError(commonErrors.RATE_LIMITED, {
    message: `${who} already uploading several files. Wait until one of them is done and try again.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** Counts what is taken by key, at most `max` each. */
function slots(max: number) {
  const taken = new Map<string, number>();
  const countOf = (key: string) => taken.get(key) ?? 0;
  return {
    isFree: (key: string) => countOf(key) < max,
    /** @returns what releases the slot */
    take(key: string) {
      taken.set(key, countOf(key) + 1);
      return () => {
        const left = countOf(key) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
