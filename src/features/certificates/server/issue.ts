import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { shareCertificates } from '#db/schema/certificates.ts';
import { kycApplications } from '#db/schema/kyc.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { accounts, balanceOf, lockBalances } from '#features/ledger/server/index.ts';
import { holderName } from '#features/statements/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { startOfDay } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { type Queryable, rows, type Transaction } from '#platform/server/database/db.ts';
import { isDrawable } from '#platform/server/ports/documents.ts';
import { certificateErrors, issueCertificateInput } from '../certificates.contract.ts';
import { CERTIFICATE_ISSUED } from '../certificates.events.ts';
import { CODE_BYTES, codeFrom, signedTextOf } from '../certificates.rules.ts';

/** All of a person's shares of a property, listed ones too. */
export async function sharesHeld(db: Queryable, userId: string, propertyId: number): Promise<number> {
  const free = await balanceOf(db, accounts.userShares(userId, propertyId));
  return free + (await balanceOf(db, accounts.userListed(userId, propertyId)));
}

/** The text with one character for each accented letter, as the PDF shows it. */
const composed = (text: string) => text.normalize('NFC');

/**
 * The name of a person's checked identity, as the register has it: people who are shown a certificate compare it with an
 * identity document. Without one that the PDF can show it is the name of the account, which anybody can choose, and the
 * certificate says so. Null when the PDF can show neither.
 */
async function registeredName(db: Queryable, userId: string): Promise<string | null> {
  const [checked] = await db
    .select({ firstName: kycApplications.firstName, lastName: kycApplications.lastName })
    .from(kycApplications)
    .where(and(eq(kycApplications.userId, userId), eq(kycApplications.status, 'approved')));
  const checkedName = composed([checked?.firstName, checked?.lastName].filter(Boolean).join(' '));
  if (checkedName !== '' && isDrawable(checkedName)) return checkedName;
  const accountName = composed(await holderName(db, userId));
  return isDrawable(accountName) ? `${accountName} (name not verified)` : null;
}

/**
 * A person's shares of a property while no transaction can change them, with the last transfer that they include: the
 * moment of a transfer does not say so, since a command takes its moment before it waits for locks.
 */
async function lockedShares(tx: Transaction, userId: string, propertyId: number) {
  const held = [accounts.userShares(userId, propertyId), accounts.userListed(userId, propertyId)];
  const balances = await lockBalances(tx, [accounts.userCash(userId), ...held]);
  const [last] = await rows<{ id: number }>(
    tx,
    sql`select coalesce(max(id), 0)::float8 as id from ledger_transfers`,
  );
  return {
    shares: held.reduce((sum, { id }) => sum + (balances.get(id) ?? 0), 0),
    throughTransfer: last?.id ?? 0,
  };
}

/** The newest certificate of the day, if it says what a new one would say. */
async function sameOfToday(
  tx: Transaction,
  { userId, propertyId, now }: { userId: string; propertyId: number; now: Date },
  facts: Omit<Parameters<typeof signedTextOf>[0], 'code' | 'issuedAt'>,
) {
  const ofToday = and(
    eq(shareCertificates.userId, userId),
    eq(shareCertificates.propertyId, propertyId),
    gte(shareCertificates.issuedAt, startOfDay(now)),
  );
  const [newest] = await tx
    .select()
    .from(shareCertificates)
    .where(ofToday)
    .orderBy(desc(shareCertificates.issuedAt))
    .limit(1);
  if (!newest) return null;
  const { code, issuedAt, signedText } = newest;
  return signedText === signedTextOf({ ...facts, code, issuedAt }) ? newest : null;
}

/**
 * Issues a certificate of the caller's shares of a property, as the register has them now. The text is signed before the
 * transaction, in which the shares must still be the same. The PDF has to show exactly what is signed. While nothing has
 * changed on the same day, the certificate that was issued is answered again.
 * @throws RATE_LIMITED, NO_SHARES, PROPERTY_IN_REVIEW, NOT_FUNDED, HOLDING_CHANGED, NAME_NOT_DRAWABLE, PROPERTY_NOT_DRAWABLE
 */
export const issue = defineCommand({
  name: 'certificates.issue',
  input: issueCertificateInput,
  access: 'signedIn',
  async prepare({ platform, caller }, { propertyId }) {
    const { db, clock, signer, limits } = platform;
    await limits.consume('certificate', { address: '', ...caller });
    const { userId } = caller.actor;
    const [property] = await db
      .select({
        status: properties.status,
        name: properties.name,
        location: properties.location,
        totalShares: properties.totalShares,
      })
      .from(properties)
      .where(eq(properties.id, propertyId));
    const shares = await sharesHeld(db, userId, propertyId);
    if (!property || shares === 0) throw new DomainError(certificateErrors.NO_SHARES);
    // The row has what its owner corrected, before anybody has reviewed it.
    if (property.status !== 'approved') throw new DomainError(certificateErrors.PROPERTY_IN_REVIEW);
    const holder = await registeredName(db, userId);
    const [propertyName, location] = [composed(property.name), composed(property.location)];
    if (holder === null) throw new DomainError(certificateErrors.NAME_NOT_DRAWABLE);
    if (!isDrawable(propertyName + location)) throw new DomainError(certificateErrors.PROPERTY_NOT_DRAWABLE);
    const code = codeFrom(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
    const issuedAt = clock.now();
    const { totalShares } = property;
    const facts = { propertyId, propertyName, location, shares, totalShares, holder };
    const text = signedTextOf({ ...facts, code, issuedAt });
    return { code, shares, issuedAt, facts, text, ...(await signer.sign(text)) };
  },
  async run({ tx, actor: { userId }, now, emit }, { propertyId }, prepared) {
    const { code, shares, issuedAt, facts, text, signature, keyId } = prepared;
    const [offering] = await tx
      .select({ status: offerings.status })
      .from(offerings)
      .where(eq(offerings.propertyId, propertyId));
    if (offering?.status !== 'funded') throw new DomainError(certificateErrors.NOT_FUNDED);
    const locked = await lockedShares(tx, userId, propertyId);
    if (locked.shares !== shares) throw new DomainError(certificateErrors.HOLDING_CHANGED);
    const same = await sameOfToday(tx, { userId, propertyId, now }, facts);
    if (same) return { code: same.code, issuedAt: same.issuedAt.toISOString(), throughTransfer: null };
    await tx.insert(shareCertificates).values({
      code,
      userId,
      propertyId,
      shares,
      signedText: text,
      signature,
      signedWith: keyId,
      issuedAt,
    });
    emit(CERTIFICATE_ISSUED, { userId, payload: { code } });
    return { code, issuedAt: issuedAt.toISOString(), throughTransfer: locked.throughTransfer };
  },
  audit: ({ propertyId }, { code, throughTransfer }) => ({
    subject: `property:${propertyId}`,
    details: throughTransfer === null ? { again: code } : { code, throughTransfer },
  }),
});
