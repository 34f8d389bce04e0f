import { createPublicKey, sign, verify } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { present } from '#kernel/assert.ts';
import type { ChainHead, ChainHeads } from '../../ports/chain-heads.ts';
import type { DataKey } from '../../security/vault.ts';
import { appendSignedLine } from './append-signed-line.ts';
import { signingKey } from './signing-key.ts';

const signedHead = z.object({
  position: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  /** The name of the data key from which the signing key is derived. */
  key: z.string(),
  signature: z.string(),
});

const PURPOSE = 'commonhold audit chain head';

const textOf = ({ position, hash, at }: ChainHead, key: string) =>
  Buffer.from(JSON.stringify([PURPOSE, position, hash, at, key]));

/**
 * Appends each head, signed, to a file, one JSON object a line, and writes it to the log as well. A head that is the
 * last one that this process has published is passed over.
 * @param keys the data keys; the first one signs
 */
export function chainHeadFile(file: string, keys: readonly DataKey[], log: Logger): ChainHeads {
  const newest = present(keys[0], 'a data key');
  const privateKey = signingKey(newest, PURPOSE);
  let published = 0;
  return {
    async publish(head) {
      if (head.position === published) return;
      const signature = sign(null, textOf(head, newest.id), privateKey).toString('base64');
      const signed = { ...head, key: newest.id, signature } satisfies z.infer<typeof signedHead>;
      await appendSignedLine(file, signed);
      log.info({ chainHead: signed }, 'head of the audit chain');
      published = head.position;
    },
  };
}

/** A file of heads that is not trustworthy; the message says which line and why. */
export class ChainHeadError extends Error {}

/**
 * The heads of such a file, each with a valid signature. The last line may be cut short by a crash.
 * @throws ChainHeadError
 */
export function readChainHeads(text: string, keys: readonly DataKey[]): ChainHead[] {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = complete.split('\n').filter(Boolean);
  if (lines.length === 0) throw new ChainHeadError('It holds no published head of the audit chain.');
  return lines.map((line, index) => {
    const refuse = (why: string) => new ChainHeadError(`Line ${index + 1} ${why}`);
    const parsed = signedHead.safeParse(jsonOf(line));
    if (!parsed.success) throw refuse('is no head of an audit chain.');
    const { key: keyId, signature, ...head } = parsed.data;
    const key = keys.find(({ id }) => id === keyId);
    if (!key) throw refuse(`was signed with the data key "${keyId}", which DATA_KEYS does not have.`);
    const publicKey = createPublicKey(signingKey(key, PURPOSE));
    if (!verify(null, textOf(head, keyId), publicKey, Buffer.from(signature, 'base64'))) {
      throw refuse('has a wrong signature.');
    }
    return head;
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
