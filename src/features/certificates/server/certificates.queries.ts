import { and, desc, eq } from 'drizzle-orm';
import { shareCertificates } from '#db/schema/certificates.ts';
import { properties } from '#db/schema/properties.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Caller } from '#platform/server/security/caller.ts';
import { certificateErrors, type VerifiedCertificate } from '../certificates.contract.ts';
import { sharesHeld } from './issue.ts';

/** A certificate with the property that it is of. */
export type Certificate = typeof shareCertificates.$inferSelect & { propertyName: string; location: string };

const columns = {
  certificate: shareCertificates,
  propertyName: properties.name,
  location: properties.location,
};

/** A person's certificates, the newest first. */
export async function certificatesOf(db: Queryable, userId: string): Promise<Certificate[]> {
  const found = await db
    .select(columns)
    .from(shareCertificates)
    .innerJoin(properties, eq(properties.id, shareCertificates.propertyId))
    .where(eq(shareCertificates.userId, userId))
    .orderBy(desc(shareCertificates.issuedAt), shareCertificates.code);
  return found.map(({ certificate, ...property }) => ({ ...certificate, ...property }));
}

/**
 * One certificate of a person.
 * @throws CERTIFICATE_NOT_FOUND
 */
export async function certificateOf(db: Queryable, userId: string, code: string): Promise<Certificate> {
  const [found] = await db
    .select(columns)
    .from(shareCertificates)
    .innerJoin(properties, eq(properties.id, shareCertificates.propertyId))
    .where(and(eq(shareCertificates.userId, userId), eq(shareCertificates.code, code)));
  if (!found) throw new DomainError(certificateErrors.CERTIFICATE_NOT_FOUND);
  const { certificate, ...property } = found;
  return { ...certificate, ...property };
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
  const [found] = await db
    .select(columns)
    .from(shareCertificates)
    .innerJoin(properties, eq(properties.id, shareCertificates.propertyId))
    .where(eq(shareCertificates.code, code));
  if (!found) throw new DomainError(certificateErrors.CERTIFICATE_NOT_FOUND);
  const { certificate, propertyName, location } = found;
  const { shares, issuedAt, userId, propertyId } = certificate;
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
