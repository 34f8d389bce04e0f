import { SECOND } from '#kernel/time.ts';

/** The defaults of authenticator apps: HMAC-SHA-1, six digits, a new code every thirty seconds (RFC 6238). */
const STEP_MS = 30 * SECOND;
const CODE_DIGITS = 6;
const SECRET_BYTES = 20;
/** Clocks of phones and servers differ a little, and typing takes a while: the codes before and after count too. */
const TOLERANCE_STEPS = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits in base32, as authenticator apps and people take them. */
export function newSecret(): string {
  return toBase32(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The number of the time step of a moment. */
export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / STEP_MS);
}

/** The code of one time step. */
export async function codeOf(secret: string, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const key = await crypto.subtle.importKey(
    'raw',
    fromBase32(secret),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign'],
  );
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) & 0x0f;
  const number = mac.getUint32(offset) & 0x7fffffff;
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

/** The time step that a code belongs to around this moment, or null when it belongs to none. */
export async function stepOfCode(secret: string, code: string, at: Date): Promise<number | null> {
  const now = stepAt(at);
  let found: number | null = null;
  for (let step = now - TOLERANCE_STEPS; step <= now + TOLERANCE_STEPS; step += 1) {
    if ((await codeOf(secret, step)) === code) found = step;
  }
  return found;
}

/** The address that a QR code carries to an authenticator app. */
export function otpauthAddress({
  secret,
  email,
  issuer,
}: {
  secret: string;
  email: string;
  issuer: string;
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const parameters = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: String(CODE_DIGITS),
    period: '30',
  });
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`;
}

/** Bytes in base32 without padding (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}

function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
