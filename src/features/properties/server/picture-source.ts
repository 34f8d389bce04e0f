import type { PropertyStatus } from '../properties.contract.ts';

/** Prefix of the id of a stored file, in place of a picture's address. */
export const STORED_FILE = 'stored-file:';

/** The stored file that a picture is made of, or null when it is at an address. */
export function storedPhotoOf(sourceUrl: string): string | null {
  return sourceUrl.startsWith(STORED_FILE) ? sourceUrl.slice(STORED_FILE.length) : null;
}

/** Whether a picture would be downloaded, or was, after the review that should have seen it. */
export function isLatePicture(status: PropertyStatus, sourceUrl: string): boolean {
  return status === 'approved' && storedPhotoOf(sourceUrl) === null;
}
