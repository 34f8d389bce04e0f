import { createPublicKey, sign, verify } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { present } from '#kernel/assert.ts';
import type { ClosedAccount, ClosedAccounts } from '../../ports/closed-accounts.ts';
import type { DataKey } from '../../security/vault.ts';
import { appendSignedLine } from './append-signed-line.ts';
import { signingKey } from './signing-key.ts';

const signedLine = z.object({
  userId: z.string().min(1),
  closedAt: z.iso.datetime(),
  /** The name of the data key from which the signing key is derived. */
  key: z.string(),
  signature: z.string(),
});

const PURPOSE = 'commonhold closed account';

const textOf = ({ userId, closedAt }: ClosedAccount, key: string) =>
  Buffer.from(JSON.stringify([PURPOSE, userId, closedAt, key]));

/** The list of closed accounts: beside the heads of the audit chain, since both are stored apart from the database. */
export const closedAccountsPath = (auditHeadsFile: string) =>
  join(dirname(auditHeadsFile), 'closed-accounts.jsonl');

/**
 * Appends each closed account, signed, to a file, one JSON object a line, and writes it to the log as well.
 * @param keys the data keys; the first one signs
 */
export function closedAccountsFile(file: string, keys: readonly DataKey[], log: Logger): ClosedAccounts {
  const newest = present(keys[0], 'a data key');
  const privateKey = signingKey(newest, PURPOSE);
  return {
    async publish(closed) {
      const signature = sign(null, textOf(closed, newest.id), privateKey).toString('base64');
      const signed = { ...closed, key: newest.id, signature } satisfies z.infer<typeof signedLine>;
      await appendSignedLine(file, signed);
      log.info({ closedAccount: signed }, 'an account was closed');
    },
  };
}

/** A list of closed accounts that is not trustworthy; the message says which line and why. */
export class ClosedAccountsError extends Error {}

/**
 * The closed accounts of such a file, each with a valid signature. The last line may be cut short by a crash.
 * @throws ClosedAccountsError
 */
export function readClosedAccounts(text: string, keys: readonly DataKey[]): ClosedAccount[] {
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
  return lines.map((line, index) => {
    const refuse = (why: string) => new ClosedAccountsError(`Line ${index + 1} ${why}`);
    const parsed = signedLine.safeParse(jsonOf(line));
    if (!parsed.success) throw refuse('names no closed account.');
    const { key: keyId, signature, ...closed } = parsed.data;
    const key = keys.find(({ id }) => id === keyId);
    if (!key) throw refuse(`was signed with the data key "${keyId}", which DATA_KEYS does not have.`);
    const publicKey = createPublicKey(signingKey(key, PURPOSE));
    if (!verify(null, textOf(closed, keyId), publicKey, Buffer.from(signature, 'base64')))
      throw refuse('has a wrong signature.');
    return closed;
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
