import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { present } from '#kernel/assert.ts';
import type { PositionTokens } from '../../database/replicas.ts';
import type { DataKey } from '../../security/vault.ts';

const PURPOSE = 'commonhold replay position';
const MAC_BYTES = 16;
/** System identifier, timeline and place in the log in hexadecimal, and an HMAC of them. */
const TOKEN = /^([0-9a-f]{16})([0-9a-f]{8})([0-9a-f]{16})\.([\w-]{22})$/;

/** Signs positions with keys that are derived from the data keys: the first one signs, all of them are accepted. */
export function positionTokens(dataKeys: readonly DataKey[]): PositionTokens {
  const keys = dataKeys.map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), PURPOSE, 32)),
  );
  const newest = present(keys[0], 'a data key');
  return {
    write({ system, timeline, lsn }) {
      const content = hex(system, 16) + hex(timeline, 8) + hex(lsn, 16);
      return `${content}.${macOf(newest, content).toString('base64url')}`;
    },
    read(token) {
      const [, system, timeline, lsn, sent] = TOKEN.exec(token) ?? [];
      if (!system || !timeline || !lsn || !sent) return null;
      const mac = Buffer.from(sent, 'base64url');
      const content = system + timeline + lsn;
      if (!keys.some((key) => timingSafeEqual(macOf(key, content), mac))) return null;
      return { system: BigInt(`0x${system}`), timeline: Number(`0x${timeline}`), lsn: BigInt(`0x${lsn}`) };
    },
  };
}

const hex = (value: number | bigint, digits: number) => value.toString(16).padStart(digits, '0');

const macOf = (key: Buffer, content: string) =>
  createHmac('sha256', key).update(content).digest().subarray(0, MAC_BYTES);
