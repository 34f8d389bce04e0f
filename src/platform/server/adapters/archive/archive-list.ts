import { createPublicKey, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { present } from '#kernel/assert.ts';
import { monthAfter } from '#kernel/months.ts';
import type { DataKey } from '../../security/vault.ts';
import { appendSignedLine } from '../keys/append-signed-line.ts';
import { signingKey } from '../keys/signing-key.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

const archivedFile = z.object({
  /** The name of the file in the folder. */
  name: z.string().regex(/^[\w-]+\.parquet$/),
  sha256: hash,
  rows: count,
  /** The key of the last row of the month and of all before. */
  through: count,
});

const archivedMonth = z.object({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  ledger: archivedFile,
  /** Amounts by kind of transfer, in cents or shares. */
  sums: z.record(z.string(), z.string().regex(/^\d+$/)),
  audit: archivedFile,
  /** The hash of the last seal; empty while there is none. */
  chainHead: z.union([hash, z.literal('')]),
});

export type ArchivedFile = z.infer<typeof archivedFile>;
export type ArchivedMonth = z.infer<typeof archivedMonth>;

/** The name of the data key from which the signing key is derived, and the signature. */
const signedMonth = archivedMonth.extend({ key: z.string(), signature: z.string() });

const PURPOSE = 'commonhold archived month';

const textOf = (month: ArchivedMonth, key: string) =>
  Buffer.from(JSON.stringify([PURPOSE, archivedMonth.parse(month), key]));

/** Appends a month, signed with the first of the keys, to the list of an archive, and waits for the disk. */
export async function appendMonth(
  list: string,
  keys: readonly DataKey[],
  month: ArchivedMonth,
): Promise<void> {
  const newest = present(keys[0], 'a data key');
  const signature = sign(null, textOf(month, newest.id), signingKey(newest, PURPOSE)).toString('base64');
  const signed = { ...month, key: newest.id, signature } satisfies z.infer<typeof signedMonth>;
  await appendSignedLine(list, signed);
}

/** A list of months that is not trustworthy; the message says which line and why. */
export class ArchiveListError extends Error {}

/**
 * The months of such a list, each with a valid signature, each following the one before. The last line may be cut short
 * by a crash.
 * @throws ArchiveListError
 */
export function readMonths(text: string, keys: readonly DataKey[]): ArchivedMonth[] {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const months: ArchivedMonth[] = [];
  for (const [index, line] of complete.split('\n').filter(Boolean).entries()) {
    const refuse = (why: string) => new ArchiveListError(`Line ${index + 1} ${why}`);
    const parsed = signedMonth.safeParse(jsonOf(line));
    if (!parsed.success) throw refuse('names no archived month.');
    const { key: keyId, signature, ...month } = parsed.data;
    const key = keys.find(({ id }) => id === keyId);
    if (!key) throw refuse(`was signed with the data key "${keyId}", which DATA_KEYS does not have.`);
    const publicKey = createPublicKey(signingKey(key, PURPOSE));
    if (!verify(null, textOf(month, keyId), publicKey, Buffer.from(signature, 'base64'))) {
      throw refuse('has a wrong signature.');
    }
    const last = months.at(-1);
    const next = last ? monthAfter(last.month) : month.month;
    if (month.month !== next) throw refuse(`is about ${month.month} where ${next} was expected.`);
    months.push(month);
  }
  return months;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
