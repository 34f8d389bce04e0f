import type { ErrorDefinition } from '#kernel/errors.ts';
import { type FilePurpose, fileErrors, MAX_FILE_BYTES } from './files.contract.ts';

/** The storage that one person may use at a time. */
export const MAX_FILES = 40;
const MAX_BYTES = 100 * 1024 * 1024;

/** The same for the documents of all properties that one person owns or administers. */
export const MAX_PROPERTY_FILES = 2_000;
const MAX_PROPERTY_BYTES = 4 * 1024 * 1024 * 1024;

/** The same for the documents of all submissions of one person. */
export const MAX_SUBMISSION_FILES = 600;
export const MAX_SUBMISSION_BYTES = 2 * 1024 * 1024 * 1024;

/** The same for the receipts of all properties that one person owns. */
const MAX_RECEIPT_FILES = 20_000;
const MAX_RECEIPT_BYTES = 8 * 1024 * 1024 * 1024;

const room: Record<FilePurpose, { files: number; bytes: number }> = {
  kyc: { files: MAX_FILES, bytes: MAX_BYTES },
  property: { files: MAX_PROPERTY_FILES, bytes: MAX_PROPERTY_BYTES },
  submission: { files: MAX_SUBMISSION_FILES, bytes: MAX_SUBMISSION_BYTES },
  receipt: { files: MAX_RECEIPT_FILES, bytes: MAX_RECEIPT_BYTES },
};

/** Whether another file of `size` bytes still fits beside what one person has stored for the same purpose. */
export function fits(purpose: FilePurpose, stored: { files: number; bytes: number }, size: number): boolean {
  return stored.files < room[purpose].files && stored.bytes + size <= room[purpose].bytes;
}

const MAX_NAME_LENGTH = 100;

/**
 * The name a file is shown and downloaded by: the last part of what the person's device called it, in characters
 * that are safe in a header and on any disk, with the ending of what it really is.
 */
export function safeFileName(given: string, extension: string): string {
  const [last = ''] = given.split(/[\\/]/).slice(-1);
  const base = last
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = [...base].slice(0, MAX_NAME_LENGTH).join('').trim();
  return `${short || 'document'}.${extension}`;
}

/** The media types of what can be uploaded, as a browser names them. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

/**
 * Why a file need not even be sent, as far as its size and what the browser takes it for show; the server judges the
 * content of every file that is sent.
 */
export function refuseUpload({ size, type }: { size: number; type: string }): ErrorDefinition | null {
  if (size === 0) return fileErrors.FILE_EMPTY;
  if (size > MAX_FILE_BYTES) return fileErrors.FILE_TOO_LARGE;
  const known = type === '' || (UPLOAD_TYPES as readonly string[]).includes(type);
  return known ? null : fileErrors.FILE_TYPE;
}
