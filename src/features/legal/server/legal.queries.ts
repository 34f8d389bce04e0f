import { desc, eq, sql } from 'drizzle-orm';
import { legalAcceptances } from '#db/schema/legal.ts';
import { DomainError } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import type { Consent, Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { type DueDocument, type LegalDocument, legalErrors } from '../legal.contract.ts';
import { DRAFT_NOTE, graceEndOf, versionText } from '../legal.rules.ts';
import { documentsAt, documentVersion, legalIds, legalVersions } from './documents.ts';

/** A document with when the person accepted it as it is now; null when not. */
export interface LegalState {
  document: LegalDocument;
  acceptedAt: Date | null;
}

/** The newest acceptance of each version by a person: an earlier one may be of a stranger who opened the account. */
function acceptancesOf(db: Queryable, userId: string) {
  const { document, version, acceptedAt } = legalAcceptances;
  return db
    .selectDistinctOn([document, version])
    .from(legalAcceptances)
    .where(eq(legalAcceptances.userId, userId))
    .orderBy(document, version, desc(acceptedAt));
}

/** The current documents, with the versions that a person accepted. */
export async function legalStateOf(db: Queryable, userId: string, now: Date): Promise<LegalState[]> {
  const accepted = await acceptancesOf(db, userId);
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
  const accepted = await acceptancesOf(db, userId);
  const current = documentsAt(now);
  return legalIds.flatMap((id) =>
    accepted
      .filter(({ document, version }) => document === id && version < current[id].version)
      .sort((one, two) => two.version - one.version)
      .map(({ version, acceptedAt }) => ({ document: documentVersion(id, version, now), acceptedAt })),
  );
}

/**
 * Documents that the caller is asked to accept: current versions where they accepted none or an earlier one, with the end
 * of the first grace since then.
 */
export async function due({ db, clock, config }: Platform, { userId }: UserActor): Promise<DueDocument[]> {
  const accepted = await acceptancesOf(db, userId);
  return Object.values(documentsAt(clock.now())).flatMap(({ sections: _, ...document }) => {
    const last = Math.max(
      0,
      ...accepted.filter((one) => one.document === document.id).map((one) => one.version),
    );
    if (last >= document.version) return [];
    const first = legalVersions[document.id].find(({ version }) => version > Math.max(last, 1));
    return [{ ...document, draft: !config.isLegalReviewed, graceEndsOn: graceEndOf(first ?? document) }];
  });
}

/**
 * Of each document the newest version whose grace has ended: it or a later one has to be accepted before money is put in.
 * A later version within its grace changes nothing for those who have not accepted this one. The first version is accepted
 * by signing up.
 */
function bindingAt(now: Date): LegalDocument[] {
  const day = dayText(now);
  return Object.values(legalVersions).flatMap(
    (versions) => versions.findLast((one) => one.version > 1 && graceEndOf(one) <= day) ?? [],
  );
}

/** Those of these people whom `consent` refuses. */
export async function withoutConsentAmong(
  db: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const binding = bindingAt(now);
  if (binding.length === 0) return new Set();
  const missing = binding.map(
    ({ id, version }) => sql`not exists (
      select 1 from legal_acceptances a
      where a.user_id = asked.user_id and a.document = ${id} and a.version >= ${version})`,
  );
  const found = await rows<{ userId: string }>(
    db,
    sql`select user_id as "userId" from unnest(${textArray(userIds)}) as asked (user_id)
        where ${sql.join(missing, sql` or `)}`,
  );
  return new Set(found.map(({ userId }) => userId));
}

/**
 * Refuses a person who has not accepted a new version within its grace. Nothing is read before there is a second
 * version.
 */
export const consent: Consent = {
  async refusalFor(db, userId, now) {
    const binding = bindingAt(now);
    if (binding.length === 0) return null;
    const accepted = await acceptancesOf(db, userId);
    const missing = binding.filter(
      ({ id, version }) => !accepted.some((one) => one.document === id && one.version >= version),
    );
    if (missing.length === 0) return null;
    const titles = missing.map(({ title }) => title).join(' and ');
    const message = `There is a new version of the ${titles}. Accept it under Documents, then try again.`;
    return new DomainError(legalErrors.CONSENT_REQUIRED, { message });
  },
};

/** A document as a PDF, for a person. */
export async function legalPdf(
  { documents, config }: Platform,
  userId: string,
  { id, title, version, effectiveOn, sections }: LegalDocument,
) {
  const draft = !config.isLegalReviewed;
  const bytes = await documents.text(
    {
      title,
      subtitle: `${versionText({ version, effectiveOn, draft })}${draft ? `. ${DRAFT_NOTE}` : ''}`,
      dated: new Date(`${effectiveOn}T00:00:00.000Z`),
      sections,
    },
    userId,
  );
  return { name: `commonhold-${id}-version-${version}.pdf`, bytes };
}
