import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';

/** The documents that everyone agrees to. */
export const legalDocumentId = z.enum(['terms', 'privacy', 'risks']);

export const legalDocumentInput = z.strictObject({ id: legalDocumentId });

/** The current version of a document. */
export const legalDocument = z.object({
  id: legalDocumentId,
  title: z.string(),
  version: z.int(),
  /** "2024-01-01". */
  effectiveOn: z.string(),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
});

/** The same with whether the operator has had it reviewed. */
export const shownLegalDocument = legalDocument.extend({ draft: z.boolean() });

/** Names the version that was read, so that nobody accepts one they have not seen. */
export const acceptInput = z.strictObject({ id: legalDocumentId, version: z.int().min(1) });

export const legalErrors = defineErrors({
  OLD_VERSION: ['conflict', 'There is a newer version of this document. Read that one first.'],
});

export type LegalDocumentId = z.infer<typeof legalDocumentId>;
export type LegalDocument = z.infer<typeof legalDocument>;
