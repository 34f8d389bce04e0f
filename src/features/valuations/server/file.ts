import { and, eq, isNull, sql } from 'drizzle-orm';
import { propertyDocuments } from '#db/schema/documents.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { valuationDecisions, valuations } from '#db/schema/valuations.ts';
import { infectedFilesOf } from '#features/files/server/index.ts';
import { offeringErrors } from '#features/offerings/offerings.contract.ts';
import { DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import { fileValuationInput, valuationErrors } from '../valuations.contract.ts';
import { VALUATION_FILED } from '../valuations.events.ts';
import { MAX_PENDING_VALUATIONS } from '../valuations.rules.ts';

/**
 * Files a valuation of an owner's property, with a document of the property that shows it. It is effective once an admin has
 * approved it; nothing of it is ever changed, and a correction is filed as another one. Idempotent by `requestId`.
 * @throws PROPERTY_NOT_FOUND, NOT_YOURS, NOT_ON_MARKET, OFFERING_RUNS, DATED_AHEAD, BEFORE_OFFERING, DOCUMENT_NOT_OF_PROPERTY,
 *   DOCUMENT_INFECTED, TOO_MANY_PENDING
 */
export const file = defineCommand({
  name: 'valuations.file',
  input: fileValuationInput,
  access: 'signedIn',
  async run({ tx, actor, now, newId, emit }, { requestId: _, ...facts }) {
    const { propertyId, effectiveOn, documentId } = facts;
    await lockValuations(tx, propertyId);
    const terms = await filingTerms(tx, propertyId);
    // A property that is not public must be indistinguishable from one that does not exist.
    if (!terms || (terms.ownerId !== actor.userId && terms.status !== 'approved'))
      throw new DomainError(offeringErrors.PROPERTY_NOT_FOUND);
    if (terms.ownerId !== actor.userId) throw new DomainError(valuationErrors.NOT_YOURS);
    const refusal = refuseFiling(terms) ?? refuseDay(effectiveOn, terms, now);
    if (refusal) throw new DomainError(refusal);
    await requireDocumentOf(tx, documentId, propertyId);
    if ((await pendingOf(tx, propertyId)) >= MAX_PENDING_VALUATIONS)
      throw new DomainError(valuationErrors.TOO_MANY_PENDING);
    const id = newId();
    await tx.insert(valuations).values({ id, ...facts, filedBy: actor.userId, filedAt: now });
    emit(VALUATION_FILED, {
      userId: actor.userId,
      broadcast: { audience: 'admins' },
      payload: { propertyId, valuationId: id },
    });
    return { id, status: 'pending' as const };
  },
  audit: ({ propertyId, effectiveOn, amountCents, debtCents, basis }, { id }) => ({
    subject: `valuation:${id}`,
    details: { propertyId, effectiveOn, amountCents, debtCents, basis },
  }),
});

/** One valuation of a property at a time, so that each is compared with the effective one when it is decided. */
export async function lockValuations(tx: Transaction, propertyId: number): Promise<void> {
  await lock(tx, 'valuations', propertyId);
}

interface FilingTerms {
  ownerId: string;
  status: (typeof properties.$inferSelect)['status'];
  offering: 'open' | 'funded' | 'failed';
  approvedAt: Date | null;
}

/** Data of a property that decide whether a valuation can be filed; null without the property. */
export async function filingTerms(db: Queryable, propertyId: number): Promise<FilingTerms | null> {
  const [found] = await db
    .select({
      ownerId: properties.ownerId,
      status: properties.status,
      offering: offerings.status,
      approvedAt: properties.approvedAt,
    })
    .from(properties)
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .where(eq(properties.id, propertyId));
  return found ?? null;
}

/** Why no valuation can be filed now, or null. */
export function refuseFiling({ status, offering, approvedAt }: FilingTerms): ErrorDefinition | null {
  if (status !== 'approved' || approvedAt === null) return valuationErrors.NOT_ON_MARKET;
  return offering === 'funded' ? null : valuationErrors.OFFERING_RUNS;
}

/** The first day that a valuation may have: that of the offering. */
export const firstDay = ({ approvedAt }: FilingTerms): string => (approvedAt ? dayText(approvedAt) : '');

function refuseDay(effectiveOn: string, terms: FilingTerms, now: Date): ErrorDefinition | null {
  if (effectiveOn > dayText(now)) return valuationErrors.DATED_AHEAD;
  return effectiveOn < firstDay(terms) ? valuationErrors.BEFORE_OFFERING : null;
}

async function requireDocumentOf(tx: Transaction, documentId: string, propertyId: number): Promise<void> {
  const [document] = await tx
    .select({ fileId: propertyDocuments.fileId })
    .from(propertyDocuments)
    .where(
      and(
        eq(propertyDocuments.id, documentId),
        eq(propertyDocuments.propertyId, propertyId),
        isNull(propertyDocuments.withdrawnAt),
      ),
    );
  if (!document) throw new DomainError(valuationErrors.DOCUMENT_NOT_OF_PROPERTY);
  await requireNotInfected(tx, document.fileId);
}

/** @throws DOCUMENT_INFECTED when nobody can read the document of a valuation */
export async function requireNotInfected(tx: Transaction, fileId: string): Promise<void> {
  if ((await infectedFilesOf(tx, [fileId])).size > 0)
    throw new DomainError(valuationErrors.DOCUMENT_INFECTED);
}

async function pendingOf(tx: Transaction, propertyId: number): Promise<number> {
  const [pending] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(valuations)
    .leftJoin(valuationDecisions, eq(valuationDecisions.valuationId, valuations.id))
    .where(and(eq(valuations.propertyId, propertyId), isNull(valuationDecisions.valuationId)));
  return pending?.count ?? 0;
}
