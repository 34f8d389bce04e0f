import { and, desc, eq, type SQL } from 'drizzle-orm';
import { shareCertificates } from '#db/schema/certificates.ts';
import { properties } from '#db/schema/properties.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Caller } from '#platform/server/security/caller.ts';
import { certificateErrors, type VerifiedCertificate } from '../certificates.contract.ts';
import { signedPropertyOf } from '../certificates.rules.ts';
import { sharesHeld } from './issue.ts';

/** A certificate with the name and location of its property as they were signed. */
export type Certificate = typeof shareCertificates.$inferSelect & { propertyName: string; location: string };

/** Certificates on a condition, the newest first. */
async function certificatesWhere(db: Queryable, condition: SQL | undefined): Promise<Certificate[]> {
  const found = await db
    .select({
      certificate: shareCertificates,
      today: { propertyName: properties.name, location: properties.location },
    })
    .from(shareCertificates)
    .innerJoin(properties, eq(properties.id, shareCertificates.propertyId))
    .where(condition)
    .orderBy(desc(shareCertificates.issuedAt), shareCertificates.code);
  return found.map(({ certificate, today }) => ({ ...certificate, ...signedPropertyOf(certificate, today) }));
}

/** A person's certificates, the newest first. */
export function certificatesOf(db: Queryable, userId: string): Promise<Certificate[]> {
  return certificatesWhere(db, eq(shareCertificates.userId, userId));
}

/**
 * One certificate of a person.
 * @throws CERTIFICATE_NOT_FOUND
 */
export async function certificateOf(db: Queryable, userId: string, code: string): Promise<Certificate> {
  const own = and(eq(shareCertificates.userId, userId), eq(shareCertificates.code, code));
  const [found] = await certificatesWhere(db, own);
  if (!found) throw new DomainError(certificateErrors.CERTIFICATE_NOT_FOUND);
  return found;
}

/**
 * The public part of a certificate; guessing codes is limited by address.
 * @throws CERTIFICATE_NOT_FOUND, RATE_LIMITED
 */
export async function verifyCertificate(
  { db, clock, limits }: Platform,
  caller: Pick<Caller, 'actor' | 'address'>,
  { code }: { code: string },
): Promise<VerifiedCertificate> {
  await limits.consume('verifyCertificate', caller, caller.address);
  const [found] = await certificatesWhere(db, eq(shareCertificates.code, code));
  if (!found) throw new DomainError(certificateErrors.CERTIFICATE_NOT_FOUND);
  const { propertyName, location, shares, issuedAt, userId, propertyId } = found;
  return {
    code,
    propertyName,
    location,
    shares,
    issuedAt: issuedAt.toISOString(),
    isStillHeld: (await sharesHeld(db, userId, propertyId)) >= shares,
    checkedAt: clock.now().toISOString(),
  };
}
