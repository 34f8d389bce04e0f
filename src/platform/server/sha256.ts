import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a text, as hexadecimal text, within one turn of the event loop: a few words are hashed sooner than the
 * system's own function is waited for, and requests that come together stay together.
 */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}
