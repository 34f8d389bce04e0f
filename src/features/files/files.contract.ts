import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { fileMediaTypes } from '#kernel/media-types.ts';
import { instant } from '#kernel/schemas.ts';

/** The largest file that is taken. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILE_TEXT = `${MAX_FILE_BYTES / 1024 ** 2} MB`;

export const filePurpose = z.enum(['kyc', 'property', 'submission', 'receipt']);

/** An uploaded file without its content. */
export const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.enum(fileMediaTypes),
  /** Bytes, as stored. */
  size: z.int(),
  createdAt: instant,
});

export const fileErrors = defineErrors({
  FILE_TOO_LARGE: ['tooLarge', `This file is larger than ${MAX_FILE_TEXT}. Choose a smaller one.`],
  FILE_EMPTY: ['refused', 'This file is empty. Choose another one.'],
  FILE_TYPE: [
    'refused',
    'This file is not an image (JPEG, PNG or WebP) or a PDF, even if its name says so. Choose another file.',
  ],
  FILE_DAMAGED: [
    'refused',
    'This file is damaged and cannot be read. Save it again and upload the new copy.',
  ],
  FILE_DIMENSIONS: ['refused', 'This image has more than 60 million pixels. Make it smaller and try again.'],
  FILE_ACTIVE: [
    'refused',
    'This PDF contains scripts, automatic actions, attachments, or actions that open other files. Print it to a new PDF and upload that.',
  ],
  FILE_OPAQUE: [
    'refused',
    'This file is protected or built in a way that cannot be checked. Print it to a new PDF and upload that.',
  ],
  FILE_MACROS: [
    'refused',
    'This office file contains macros, embedded objects, or links that load other files. Print it to a PDF and upload that.',
  ],
  FILE_INFECTED: ['refused', 'The virus scanner found a threat in this file, so it cannot be downloaded.'],
  TOO_MANY_FILES: ['refused', 'You have reached the limit for uploaded files. Remove one first.'],
});

export type FilePurpose = z.infer<typeof filePurpose>;
export type StoredFile = z.infer<typeof storedFile>;
