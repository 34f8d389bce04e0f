import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The system's own hashing; a browser's answers only later, and the demo's engine runs in one. */
const system = globalThis.process?.getBuiltinModule?.('node:crypto');

/**
 * SHA-256 of a text, as hexadecimal text, within one turn of the event loop: a few words are hashed sooner than an
 * answer is waited for, and requests that come together stay together.
 */
export const sha256: (text: string) => string = system
  ? (text) => system.hash('sha256', text, 'hex')
  : (text) => bytesToHex(digest(utf8ToBytes(text)));

/** SHA-256 of bytes, as hexadecimal text. */
export const sha256Bytes: (bytes: Uint8Array) => string = system
  ? (bytes) => system.hash('sha256', bytes, 'hex')
  : (bytes) => bytesToHex(digest(bytes));
