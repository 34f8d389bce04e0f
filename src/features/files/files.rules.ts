import type { ErrorDefinition } from '#kernel/errors.ts';
import { type FilePurpose, fileErrors, MAX_FILE_BYTES } from './files.contract.ts';

/** The storage that one person may use at a time. */
export const MAX_FILES = 40;
const MAX_BYTES = 100 * 1024 * 1024;

/** The storage for the documents of all properties that one person owns or administers. */
export const MAX_PROPERTY_FILES = 2_000;
const MAX_PROPERTY_BYTES = 4 * 1024 * 1024 * 1024;

/** The storage for the documents of all submissions of one person. */
const MAX_SUBMISSION_FILES = 600;
const MAX_SUBMISSION_BYTES = 2 * 1024 * 1024 * 1024;

/** The storage for the receipts of all properties that one person owns. */
const MAX_RECEIPT_FILES = 20_000;
const MAX_RECEIPT_BYTES = 8 * 1024 * 1024 * 1024;

const room: Record<FilePurpose, { files: number; bytes: number }> = {
  kyc: { files: MAX_FILES, bytes: MAX_BYTES },
  property: { files: MAX_PROPERTY_FILES, bytes: MAX_PROPERTY_BYTES },
  submission: { files: MAX_SUBMISSION_FILES, bytes: MAX_SUBMISSION_BYTES },
  receipt: { files: MAX_RECEIPT_FILES, bytes: MAX_RECEIPT_BYTES },
};

/** Whether another file of `size` bytes still fits beside a person's stored files for the same purpose. */
export function fits(purpose: FilePurpose, stored: { files: number; bytes: number }, size: number): boolean {
  return stored.files < room[purpose].files && stored.bytes + size <= room[purpose].bytes;
}

const MAX_NAME_CHARACTERS = 100;

/**
 * The name a file is shown and downloaded by: the last part of its path on the person's device, in characters that are
 * safe in a header and on any disk, with the extension of its real type.
 */
export function safeFileName(given: string, extension: string): string {
  const [last = ''] = given.split(/[\\/]/).slice(-1);
  const base = last
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = [...base].slice(0, MAX_NAME_CHARACTERS).join('').trim();
  return `${short || 'document'}.${extension}`;
}

/** The media types that can be uploaded, as a browser names them. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

/**
 * Why a file need not be sent, judged by its size and the type that the browser names; else null. The server judges the
 * content of every file that is sent.
 */
export function refuseUpload({ size, type }: { size: number; type: string }): ErrorDefinition | null {
  if (size === 0) return fileErrors.FILE_EMPTY;
  if (size > MAX_FILE_BYTES) return fileErrors.FILE_TOO_LARGE;
  const known = type === '' || (UPLOAD_TYPES as readonly string[]).includes(type);
  return known ? null : fileErrors.FILE_TYPE;
}
