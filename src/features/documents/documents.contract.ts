import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { fileMediaTypes } from '#kernel/media-types.ts';
import { dateText, instant, lineText, pageInput, pageOf, personText, propertyId } from '#kernel/schemas.ts';

/** Documents that a property may have, withdrawn ones aside. */
export const MAX_DOCUMENTS = 200;

export const documentKind = z.enum([
  'offering_memorandum',
  'appraisal',
  'inspection',
  'title',
  'insurance',
  'lease',
  'financial_statement',
  'tax_record',
  'other',
]);

/** The data of a document that is entered with its upload. */
export const documentFacts = z.strictObject({
  kind: z.enum(documentKind.options, 'Choose the document type.'),
  title: lineText(120, 'Title is required'),
  dated: dateText('Date on the document is required'),
});

/** What a file is sent with. */
export const uploadFacts = documentFacts.extend({
  /** Made by the client for one chosen file, the same in every retry: it becomes the id of the document. */
  uploadId: z.uuid().optional(),
});

export const propertyDocument = z.object({
  id: z.uuid(),
  kind: documentKind,
  title: z.string(),
  dated: z.string(),
  fileName: z.string(),
  mediaType: z.enum(fileMediaTypes),
  /** Bytes. */
  size: z.int(),
  uploadedAt: instant,
  /** Only shown to the property's owner and to admins. */
  withdrawn: z.object({ at: instant, reason: z.string() }).nullable(),
});

export const documentsInput = z.strictObject({ propertyId, ...pageInput({ max: 100, default: 50 }) });
export const documentPage = pageOf(propertyDocument).extend({ canUpload: z.boolean() });

/** Public facts of documents on record. Their files are for signed-in people. */
export const documentTitles = z.array(
  propertyDocument.pick({ id: true, kind: true, title: true, dated: true }),
);

export const withdrawInput = z.strictObject({
  documentId: z.uuid(),
  reason: personText(500, 'Say why it is withdrawn.'),
});

export const documentErrors = defineErrors({
  NOT_YOURS: ['forbidden', 'Only the owner of this property and admins can do this.'],
  DOCUMENT_NOT_FOUND: ['notFound', 'This document does not exist or is not available to you.'],
  ALREADY_WITHDRAWN: ['conflict', 'This document has already been withdrawn.'],
  DATED_AHEAD: ['refused', 'A document cannot be dated in the future.'],
  TOO_MANY_DOCUMENTS: [
    'refused',
    `A property can have at most ${MAX_DOCUMENTS} documents. Ask an admin to withdraw old ones.`,
  ],
});

export type DocumentKind = z.infer<typeof documentKind>;
export type DocumentFacts = z.infer<typeof documentFacts>;
export type UploadFacts = z.infer<typeof uploadFacts>;
export type PropertyDocument = z.infer<typeof propertyDocument>;
