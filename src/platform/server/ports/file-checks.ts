import type { FileMediaType } from '#kernel/media-types.ts';

/** An image of more pixels is not taken. */
export const MAX_PIXELS = 60_000_000;
/** Longer edges of an image are made this long: A4 at 300 dots per inch is 2480 × 3508. */
export const MAX_EDGE_PIXELS = 4_000;

/** A file of the type that it claims, without hidden content. */
export interface CleanFile {
  bytes: Uint8Array;
  mediaType: FileMediaType;
  /** Type before the conversion: all images are stored as JPEG. */
  sourceType: SourceType;
}

/** An uploaded file's type by its content. */
export type SourceType = FileMediaType | 'image/png' | 'image/webp';

/** Why a file is not taken. */
export type FileProblem =
  /** Neither a JPEG, PNG or WebP image nor a PDF, by its content; nor an office file, where those are taken. */
  | 'type'
  /** It begins as one, but cannot be read to its end. */
  | 'damaged'
  /** An image of more pixels than any camera takes. */
  | 'dimensions'
  /** A PDF with scripts, actions that run by themselves or leave the document, forms that send, or attachments. */
  | 'active'
  /** An office file with macros, embedded objects, or links that load other files. */
  | 'macros'
  /** A PDF that is encrypted, something else as well, or built so that it cannot be looked through. */
  | 'opaque'
  /** Too many other files wait to be judged. */
  | 'busy';

/** Formats accepted in addition to images and PDF. */
export interface AcceptedFormats {
  /** Word and Excel files. */
  office?: boolean;
}

/**
 * Checks uploaded files by their content, never by their name, and makes them harmless: images are re-encoded without
 * metadata. A port because a browser has no image library of the server's kind.
 */
export interface FileChecks {
  /** @param sender whose file it is: senders take turns, so that many files of one delay another by one file at a time */
  clean(bytes: Uint8Array, sender: string, accept?: AcceptedFormats): Promise<CleanFile | FileProblem>;
}
