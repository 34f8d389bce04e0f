import { z } from 'zod';
import { monthAfter } from '#kernel/months.ts';
import type { DataKey } from '../../security/vault.ts';
import { appendSignedLine, readSignedLines, type SignedLineFormat } from '../keys/signed-lines.ts';

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

/** A list of months that is not trustworthy; the message says which line and why. */
export class ArchiveListError extends Error {}

const format: SignedLineFormat<ArchivedMonth> = {
  purpose: 'commonhold archived month',
  schema: archivedMonth,
  valuesOf: (month) => [archivedMonth.parse(month)],
  misfit: 'names no archived month.',
  UntrustedError: ArchiveListError,
};

/** Appends a month, signed with the first of the keys, to the list of an archive, and waits for the disk. */
export async function appendMonth(
  list: string,
  keys: readonly DataKey[],
  month: ArchivedMonth,
): Promise<void> {
  await appendSignedLine(list, format, keys, month);
}

/**
 * The months of such a list, each with a valid signature, each following the one before. The last line may be cut short
 * by a crash.
 * @throws ArchiveListError
 */
export function readMonths(text: string, keys: readonly DataKey[]): ArchivedMonth[] {
  const months = readSignedLines(text, format, keys);
  for (const [index, { month }] of months.entries()) {
    const before = months[index - 1];
    const next = before ? monthAfter(before.month) : month;
    if (month !== next)
      throw new ArchiveListError(`Line ${index + 1} is about ${month} where ${next} was expected.`);
  }
  return months;
}
