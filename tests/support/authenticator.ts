import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyQuestion,
} from '#features/identity/identity.contract.ts';

export interface Authenticator {
  /** Answers a question to make a passkey. */
  create(question: PasskeyQuestion, change?: Partial<Situation>): NewPasskeyAnswer;
  /** Answers a question to sign in; the counter goes up by one each time. */
  sign(question: PasskeyQuestion, change?: Partial<Situation>): PasskeyAnswer;
  /** A copy of the device as it is now, counter and key. */
  clone(): Authenticator;
}

/** Facts that a browser adds to an answer. */
interface Situation {
  origin: string;
  rpId: string;
  /** Whether the person was verified, by PIN or body. */
  verified: boolean;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** A passkey in software (WebAuthn level 2, ES256, no attestation), for the site at this origin. */
export function authenticator(origin: string): Authenticator {
  return deviceFor(origin, generateKeyPairSync('ec', { namedCurve: 'P-256' }), randomBytes(32), 0);
}

function deviceFor(
  home: string,
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  credentialId: Buffer,
  counted: number,
): Authenticator {
  let counter = counted;
  const here: Situation = { origin: home, rpId: 'localhost', verified: true };
  const clientData = (type: string, question: PasskeyQuestion, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge: question.options.challenge, origin, crossOrigin: false }));
  const header = ({ rpId, verified }: Situation, flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (verified ? 0x04 : 0) | flags]), count]);
  };

  return {
    create(question, change = {}) {
      const situation = { ...here, ...change };
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(keys.publicKey)]);
      const authData = Buffer.concat([header(situation, 0x40), credential]);
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData)],
      ]);
      return {
        id: base64url(credentialId),
        clientDataJSON: base64url(clientData('webauthn.create', question, situation.origin)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
    },
    sign(question, change = {}) {
      const situation = { ...here, ...change };
      counter += 1;
      const authData = header(situation, 0);
      const client = clientData('webauthn.get', question, situation.origin);
      return {
        id: base64url(credentialId),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(client)]), keys.privateKey)),
        userHandle: null,
      };
    },
    clone: () => deviceFor(home, keys, credentialId, counter),
  };
}

/** The parts of CBOR that an attestation needs (RFC 8949). */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);
const integer = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value));
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** A public key of P-256 as COSE writes it (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}
