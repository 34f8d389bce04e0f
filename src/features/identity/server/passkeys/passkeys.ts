import { and, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { passkeys } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import type { PasskeyCredential } from '#platform/server/ports/passkeys.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { identityErrors, type PasskeyAnswer } from '../../identity.contract.ts';
import { type FlowKind, findFlow } from '../sessions/flows.ts';

export type Passkey = typeof passkeys.$inferSelect;

export async function passkeysOf(db: Queryable, userId: string): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt);
}

export function credentialOf({ credentialId, publicKey, counter, transports }: Passkey): PasskeyCredential {
  return { id: credentialId, publicKey, counter, transports };
}

/** A passkey that has just signed its challenge, before the transaction in which that counts. */
export interface VerifiedPasskey {
  passkey: Passkey;
  counter: number;
  flow: string;
}

/**
 * Checks that a passkey of ours signed the challenge of this flow.
 * @throws WRONG_PASSKEY, or SIGN_IN_EXPIRED when the flow is over
 */
export async function verifyPasskey(
  { db, clock, passkeys: port }: Platform,
  { kind, flow: token, answer }: { kind: FlowKind; flow: string; answer: PasskeyAnswer },
): Promise<VerifiedPasskey> {
  const flow = await findFlow(db, kind, token, clock.now());
  const challenge = flow?.data.challenge;
  if (!flow || challenge === undefined) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id));
  if (!passkey || (flow.userId !== null && flow.userId !== passkey.userId)) {
    throw new DomainError(identityErrors.WRONG_PASSKEY);
  }
  const checked = await port.checkAnswer(webAuthnResponseOf(answer), challenge, credentialOf(passkey));
  if (!checked) throw new DomainError(identityErrors.WRONG_PASSKEY);
  return { passkey, counter: checked.counter, flow: token };
}

/**
 * Records the use of a passkey. The counter of a passkey that has one must have grown, or it is a copy.
 * @throws WRONG_PASSKEY
 */
export async function recordPasskeyUse(
  tx: Transaction,
  { passkey, counter }: VerifiedPasskey,
  now: Date,
): Promise<void> {
  const counterAdvanced = or(
    sql`${passkeys.counter} < ${counter}`,
    sql`${counter} = 0 and ${passkeys.counter} = 0`,
  );
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, passkey.id), counterAdvanced))
    .returning({ id: passkeys.id });
  if (used.length === 0) throw new DomainError(identityErrors.WRONG_PASSKEY);
}

/** The form of the WebAuthn standard, which the contract carries in fewer words. */
function webAuthnResponseOf({ id, userHandle, ...response }: PasskeyAnswer): unknown {
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { ...response, ...(userHandle === null ? {} : { userHandle }) },
  };
}
/** The challenge that a passkey signs. */
export const challenge = z.strictObject({ challenge: z.string() });
