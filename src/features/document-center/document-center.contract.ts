import { z } from 'zod';
import { legalDocumentId } from '#features/legal/legal.contract.ts';
import { instant, propertyId } from '#kernel/schemas.ts';
import { MAX_ARCHIVED_DOCUMENTS } from './archive.contract.ts';

export const documentCategory = z.enum(['tax', 'certificate', 'legal']);

/**
 * Names one document: "tax:2026", "certificate:7QK2-0F3M-XW9T-A4BD", "legal:terms". A tax summary that another one has
 * replaced is named by what it rested on: "tax:2026:cash", "tax:2026:3f0a9c17be52"; an earlier version of a legal
 * document by its number: "legal:terms:1".
 */
export const documentId = z
  .string()
  .regex(
    /^(tax:20\d\d(:cash|:[0-9a-f]{12})?|certificate:[0-9A-Z]{4}(-[0-9A-Z]{4}){3}|legal:(terms|privacy|risks)(:[1-9]\d{0,3})?)$/,
    'There is no such document.',
  );

export const documentEntry = z.object({
  id: documentId,
  name: z.string(),
  type: z.literal('PDF'),
  category: documentCategory,
  dateCreated: instant,
  /** The tax year of a tax form; of others the year in which they were made. */
  year: z.int(),
  /** Bytes; null until it is drawn, when someone downloads it first. */
  fileSize: z.int().nullable(),
  propertyName: z.string().nullable(),
  description: z.string(),
  /** Another document has replaced it; it stays as it was. */
  isSuperseded: z.boolean(),
  /** Of a legal document: its version, and when the person accepted that. */
  legal: z.object({ id: legalDocumentId, version: z.int(), acceptedAt: instant.nullable() }).nullable(),
});

export const documentList = z.object({
  items: z.array(documentEntry),
  /** Holdings for which a certificate can be issued, unless their property is off the market. */
  holdings: z.array(z.object({ propertyId, name: z.string(), shares: z.int(), isOffMarket: z.boolean() })),
});

export const documentFileInput = z.strictObject({ id: documentId });
export const archiveInput = z.strictObject({ ids: z.array(documentId).min(1).max(MAX_ARCHIVED_DOCUMENTS) });

/** A file to save: its bytes in base64. */
export const documentFile = z.object({
  name: z.string(),
  mime: z.enum(['application/pdf', 'application/zip']),
  content: z.string(),
});

export type DocumentCategory = z.infer<typeof documentCategory>;
export type DocumentEntry = z.infer<typeof documentEntry>;
export type DocumentList = z.infer<typeof documentList>;
