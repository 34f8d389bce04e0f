const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

// Random bytes are fetched for many ids at once, and the time part is cached for ids of the same millisecond: each of
// the two would cost more than the rest of the function.
const POOL = new Uint8Array(10 * 256);
let usedBytes = POOL.length;
let stamped = { at: Number.NaN, text: '' };

function stampOf(now: number): string {
  if (now !== stamped.at) {
    const hex = now.toString(16).padStart(12, '0');
    stamped = { at: now, text: `${hex.slice(0, 8)}-${hex.slice(8)}` };
  }
  return stamped.text;
}

/** The next random byte with some bits set and only the bits of `keep` retained. */
const byte = (set = 0, keep = 0xff) => HEX[((POOL[usedBytes++] ?? 0) & keep) | set];

/**
 * A time-ordered UUID (version 7, RFC 9562): rows created together lie together in an index.
 * @param now the moment it carries, in milliseconds since the epoch
 */
export function newId(now: number = Date.now()): string {
  if (usedBytes === POOL.length) {
    crypto.getRandomValues(POOL);
    usedBytes = 0;
  }
  const random = `${byte(0x70, 0x0f)}${byte()}-${byte(0x80, 0x3f)}${byte()}`;
  return `${stampOf(now)}-${random}-${byte()}${byte()}${byte()}${byte()}${byte()}${byte()}`;
}

/** Ids in ascending order, for rows of a list that is ordered by id: those of the same millisecond are random. */
export const idsInOrder = (count: number, makeId: () => string): string[] =>
  Array.from({ length: count }, makeId).sort();

/** The lowest id that `newId` gives at a moment, in milliseconds since the epoch; ids of moments before are lower. */
export function lowestId(now: number): string {
  const hex = now.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
