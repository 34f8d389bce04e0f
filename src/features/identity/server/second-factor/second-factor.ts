import { and, eq, isNull, lt } from 'drizzle-orm';
import { recoveryCodes, secondFactors } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import type { EncryptedField } from '#platform/server/security/vault.ts';
import { identityErrors } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { stepOfCode, toBase32 } from './totp.ts';

const RECOVERY_CODE_COUNT = 10;

export const secretLocation = (userId: string): EncryptedField => ({
  table: 'second_factors',
  column: 'secret',
  row: userId,
});

export async function secondFactorOf(db: Queryable, userId: string) {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return factor ?? null;
}

/** The kind of a typed code, found before the transaction that uses it up. */
export type VerifiedCode = { userId: string } & ({ step: number } | { recoveryHash: string });

/**
 * Looks up a typed code: six digits are a code of the authenticator app, everything else is a recovery code. Each
 * attempt is counted, wrong or right, and a success resets the count of the network address. The count over all
 * addresses applies to six digits only: recovery codes cannot be guessed, and with one the owner gets in when others
 * have used up the attempts.
 * @throws WRONG_CODE, TOO_MANY_ATTEMPTS
 */
export async function verifyCode(
  { db, vault, clock, limits }: Platform,
  { userId, code, address }: { userId: string; code: string; address: string },
): Promise<VerifiedCode> {
  const key = `${userId} ${address}`;
  await limits.consumeByKey('failedCode', key, identityErrors.TOO_MANY_ATTEMPTS);
  const typed = code.replaceAll(/[\s-]/g, '').toLowerCase();
  if (!/^\d{6}$/.test(typed)) return { userId, recoveryHash: await hashOfRecoveryCode(typed) };
  await limits.consumeByKey('codeOfAccount', userId, identityErrors.TOO_MANY_ATTEMPTS);
  const factor = await secondFactorOf(db, userId);
  const secret = factor && (await vault.decrypt(factor.secret, secretLocation(userId)));
  const step = secret ? await stepOfCode(secret, typed, clock.now()) : null;
  if (step === null) throw new DomainError(identityErrors.WRONG_CODE);
  return { userId, step };
}

/**
 * Uses up a verified code: no code counts twice, not even for two requests at once.
 * @throws WRONG_CODE
 */
export async function consumeCode(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  checked: VerifiedCode,
): Promise<void> {
  const { userId } = checked;
  const used =
    'step' in checked
      ? await tx
          .update(secondFactors)
          .set({ lastStep: checked.step })
          .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, checked.step)))
          .returning({ userId: secondFactors.userId })
      : await tx
          .update(recoveryCodes)
          .set({ usedAt: now })
          .where(
            and(
              eq(recoveryCodes.userId, userId),
              eq(recoveryCodes.codeHash, checked.recoveryHash),
              isNull(recoveryCodes.usedAt),
            ),
          )
          .returning({ userId: recoveryCodes.userId });
  if (used.length === 0) throw new DomainError(identityErrors.WRONG_CODE);
  if ('recoveryHash' in checked) {
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'recovery_code_used' } });
  }
}

/** Restores the attempts of one network address after a success. */
export async function resetCodeAttempts(
  { limits }: Platform,
  userId: string,
  address: string,
): Promise<void> {
  await limits.reset('failedCode', `${userId} ${address}`);
}

/** Ten new recovery codes in place of the old ones; the only moment at which they can be read. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  const rows = await Promise.all(
    codes.map(async (code) => ({ userId, codeHash: await hashOfRecoveryCode(code.replaceAll('-', '')) })),
  );
  await tx.insert(recoveryCodes).values(rows);
  return codes;
}

/** 80 random bits, in four groups of four letters and digits. */
function newRecoveryCode(): string {
  const text = toBase32(crypto.getRandomValues(new Uint8Array(10))).toLowerCase();
  return (text.match(/.{4}/g) ?? []).join('-');
}

function hashOfRecoveryCode(letters: string): string {
  return sha256(letters);
}
