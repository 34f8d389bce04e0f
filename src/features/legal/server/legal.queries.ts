import { eq } from 'drizzle-orm';
import { legalAcceptances } from '#db/schema/legal.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { LegalDocument } from '../legal.contract.ts';
import { legalDocuments } from './documents.ts';

/** A document with when the person accepted it as it is now; null when not. */
export interface LegalState {
  document: LegalDocument;
  acceptedAt: Date | null;
}

/** The current documents, and what a person accepted of them. */
export async function legalStateOf(db: Queryable, userId: string): Promise<LegalState[]> {
  const accepted = await db.select().from(legalAcceptances).where(eq(legalAcceptances.userId, userId));
  return Object.values(legalDocuments).map((document) => ({
    document,
    acceptedAt:
      accepted.find((one) => one.document === document.id && one.version === document.version)?.acceptedAt ??
      null,
  }));
}

/** A document as a PDF. */
export async function legalPdf(
  { documents }: Platform,
  { id, title, version, effectiveOn, sections }: LegalDocument,
) {
  const bytes = await documents.paper({
    title,
    subtitle: `Version ${version}, in effect since ${effectiveOn}`,
    dated: new Date(`${effectiveOn}T00:00:00.000Z`),
    sections,
  });
  return { name: `commonhold-${id}-version-${version}.pdf`, bytes };
}
