const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

// Random bytes are fetched for many ids at once: a call for each costs more than all the rest.
const POOL = new Uint8Array(16 * 256);
let used = POOL.length;

/**
 * A time-ordered UUID (version 7, RFC 9562): rows created together lie together in an index.
 * @param now the moment it carries, in milliseconds since the epoch
 */
export function newId(now: number = Date.now()): string {
  if (used === POOL.length) {
    crypto.getRandomValues(POOL);
    used = 0;
  }
  const bytes = POOL.subarray(used, used + 16);
  used += 16;
  const view = new DataView(POOL.buffer, bytes.byteOffset, 16);
  view.setUint16(0, Math.floor(now / 2 ** 32));
  view.setUint32(2, now % 2 ** 32);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The lowest id that `newId` gives at a moment, in milliseconds since the epoch; ids of moments before are lower. */
export function lowestId(now: number): string {
  const hex = now.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** How other people see a user: "User" and the last four characters of the id (RES-06). */
export function pseudonym(userId: string): string {
  return `User ${userId.slice(-4)}`;
}
