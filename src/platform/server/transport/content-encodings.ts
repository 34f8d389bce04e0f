export type ContentEncoding = 'br' | 'gzip';

/** The smallest first. */
const ENCODINGS: readonly ContentEncoding[] = ['br', 'gzip'];

/** Those that a client accepts, by its `Accept-Encoding`. One with a weight is not used: browsers send none. */
export function acceptedEncodings(header = ''): ContentEncoding[] {
  const accepted = header.split(',').map((encoding) => encoding.trim());
  return ENCODINGS.filter((encoding) => accepted.includes(encoding));
}
