import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ClosedAccount, ClosedAccounts } from '../../ports/closed-accounts.ts';
import type { DataKey } from '../../security/vault.ts';
import { appendSignedLine, readSignedLines, type SignedLineFormat } from './signed-lines.ts';

/** A list of closed accounts that is not trustworthy; the message says which line and why. */
export class ClosedAccountsError extends Error {}

const format: SignedLineFormat<ClosedAccount> = {
  purpose: 'commonhold closed account',
  schema: z.object({ userId: z.string().min(1), closedAt: z.iso.datetime() }),
  valuesOf: ({ userId, closedAt }) => [userId, closedAt],
  misfit: 'names no closed account.',
  UntrustedError: ClosedAccountsError,
};

/** The list of closed accounts: beside the heads of the audit chain, since both are stored apart from the database. */
export const closedAccountsPath = (auditHeadsFile: string) =>
  join(dirname(auditHeadsFile), 'closed-accounts.jsonl');

/**
 * Appends each closed account, signed, to a file, one JSON object a line, and writes it to the log as well.
 * @param keys the data keys; the first one signs
 */
export function closedAccountsFile(file: string, keys: readonly DataKey[], log: Logger): ClosedAccounts {
  return {
    async publish(closed) {
      const closedAccount = await appendSignedLine(file, format, keys, closed);
      log.info({ closedAccount }, 'an account was closed');
    },
  };
}

/**
 * The closed accounts of such a file, each with a valid signature. The last line may be cut short by a crash.
 * @throws ClosedAccountsError
 */
export const readClosedAccounts = (text: string, keys: readonly DataKey[]): ClosedAccount[] =>
  readSignedLines(text, format, keys);
