import { POSITION_HEADER, UNKNOWN_POSITION } from './answer-headers.ts';

/** The characters of a token that name its cluster. Tokens of one cluster are ordered as text. */
const CLUSTER_CHARACTERS = 16;

/** The later of two positions; the received one when they are of different clusters. */
export function laterPosition(known: string | null, received: string | null): string | null {
  if (known === null || received === null) return received ?? known;
  const isOther = known.slice(0, CLUSTER_CHARACTERS) !== received.slice(0, CLUSTER_CHARACTERS);
  return isOther || received > known ? received : known;
}

/**
 * What a client knows of how far the database was, for its requests to read nothing older.
 * @param unknown what it sends when it knows none: `UNKNOWN_POSITION`, or a text that is no position
 * @param first what it sends before the first answer; null for nothing
 */
export function trackPosition({ unknown, first }: { unknown: string; first: string | null }) {
  let position = first;
  // An answer that was under way when the position became unknown says nothing of what happened since.
  let invalidations = 0;
  function invalidate(): void {
    position = unknown;
    invalidations += 1;
  }
  return {
    /** Of a request. */
    headers: (): Record<string, string> => (position === null ? {} : { [POSITION_HEADER]: position }),
    /** Takes the position of a live change. */
    raise(received: string | null | undefined): void {
      if (position !== unknown) position = laterPosition(position, received || null);
    },
    /** A change may have happened whose position is not known. */
    invalidate,
    /** @returns what takes the position of the answer to this request */
    beginRequest() {
      const before = invalidations;
      return (received: string | null): void => {
        if (received === UNKNOWN_POSITION) invalidate();
        else if (invalidations === before) position = laterPosition(position, received || null);
      };
    },
  };
}
