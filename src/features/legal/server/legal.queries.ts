import { eq } from 'drizzle-orm';
import { legalAcceptances } from '#db/schema/legal.ts';
import { DomainError } from '#kernel/errors.ts';
import { dayText, formatDate } from '#kernel/time.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Consent, Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { type DueDocument, type LegalDocument, legalErrors } from '../legal.contract.ts';
import { DRAFT_NOTE, graceEndOf } from '../legal.rules.ts';
import { documentsAt, documentVersion, legalIds } from './documents.ts';

/** A document with when the person accepted it as it is now; null when not. */
export interface LegalState {
  document: LegalDocument;
  acceptedAt: Date | null;
}

/** The current documents, with the versions that a person accepted. */
export async function legalStateOf(db: Queryable, userId: string, now: Date): Promise<LegalState[]> {
  const accepted = await db.select().from(legalAcceptances).where(eq(legalAcceptances.userId, userId));
  return Object.values(documentsAt(now)).map((document) => ({
    document,
    acceptedAt:
      accepted.find((one) => one.document === document.id && one.version === document.version)?.acceptedAt ??
      null,
  }));
}

/** Versions that a person accepted and that later ones have replaced. */
export async function acceptedEarlier(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<{ document: LegalDocument; acceptedAt: Date }[]> {
  const accepted = await db.select().from(legalAcceptances).where(eq(legalAcceptances.userId, userId));
  const current = documentsAt(now);
  return legalIds.flatMap((id) =>
    accepted
      .filter(({ document, version }) => document === id && version < current[id].version)
      .sort((one, two) => two.version - one.version)
      .map(({ version, acceptedAt }) => ({ document: documentVersion(id, version, now), acceptedAt })),
  );
}

/** Documents that the caller is asked to accept: current versions where they accepted none or an earlier one. */
export async function due({ db, clock }: Platform, { userId }: UserActor): Promise<DueDocument[]> {
  const states = await legalStateOf(db, userId, clock.now());
  return states
    .filter(({ acceptedAt }) => acceptedAt === null)
    .map(({ document: { sections: _, ...document } }) => ({
      ...document,
      graceEndsOn: graceEndOf(document),
    }));
}

/**
 * Refuses a person who has not accepted a new version within its grace. The first version is accepted by signing up, so
 * nothing is read before there is a second one.
 */
export const consent: Consent = {
  async refusalFor(db, userId, now) {
    const day = dayText(now);
    const binding = Object.values(documentsAt(now)).filter(
      (document) => document.version > 1 && graceEndOf(document) <= day,
    );
    if (binding.length === 0) return null;
    const states = await legalStateOf(db, userId, now);
    const missing = states.filter(
      ({ document, acceptedAt }) => acceptedAt === null && binding.some(({ id }) => id === document.id),
    );
    if (missing.length === 0) return null;
    const titles = missing.map(({ document }) => document.title).join(' and ');
    const message = `There is a new version of the ${titles}. Accept it under Documents, then try again.`;
    return new DomainError(legalErrors.CONSENT_REQUIRED, { message });
  },
};

/** A document as a PDF. */
export async function legalPdf(
  { documents, config }: Platform,
  { id, title, version, effectiveOn, sections }: LegalDocument,
) {
  const bytes = await documents.paper({
    title,
    subtitle: `${config.isLegalReviewed ? '' : `Draft. ${DRAFT_NOTE} `}Version ${version}, in effect since ${formatDate(effectiveOn)}`,
    dated: new Date(`${effectiveOn}T00:00:00.000Z`),
    sections,
  });
  return { name: `commonhold-${id}-version-${version}.pdf`, bytes };
}
