import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';

/** The documents that everyone agrees to. */
export const legalDocumentId = z.enum(['terms', 'privacy', 'risks']);

/** Without a version, the current one. */
export const legalDocumentInput = z.strictObject({
  id: legalDocumentId,
  version: z.int().min(1).max(9_999).optional(),
});

/** A version of a document. */
export const legalDocument = z.object({
  id: legalDocumentId,
  title: z.string(),
  version: z.int(),
  /** "2024-01-01". */
  effectiveOn: z.string(),
  /** Changes of this version, in plain words; empty for the first version. */
  changes: z.array(z.string()),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
});

/** A document as people see it: a draft until the operator has had it reviewed. */
export const shownLegalDocument = legalDocument.extend({ draft: z.boolean() });

/** Names the version that was read, so that nobody accepts one they have not seen. */
export const acceptInput = z.strictObject({ id: legalDocumentId, version: z.int().min(1) });

/** A current document that the caller has not accepted yet, and the end of its grace. */
export const dueDocument = shownLegalDocument.omit({ sections: true }).extend({ graceEndsOn: z.string() });

export const legalErrors = defineErrors({
  CONSENT_REQUIRED: [
    'conflict',
    'Our terms have changed. Accept the current version under Documents, then try again.',
  ],
  VERSION_NOT_FOUND: ['notFound', 'There is no such version of this document.'],
  OLD_VERSION: ['conflict', 'There is a newer version of this document. Read that one first.'],
});

export type LegalDocumentId = z.infer<typeof legalDocumentId>;
export type DueDocument = z.infer<typeof dueDocument>;
export type ShownLegalDocument = z.infer<typeof shownLegalDocument>;
export type LegalDocument = z.infer<typeof legalDocument>;
