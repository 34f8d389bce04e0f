/** Types of checked files, with the ending of their names. */
export const extensionOf = {
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
} as const;

export type FileMediaType = keyof typeof extensionOf;

export const fileMediaTypes = Object.keys(extensionOf) as [FileMediaType, ...FileMediaType[]];

/** An image is shown, a PDF in a frame without rights, and an office file never. */
export function isOfficeType(mediaType: FileMediaType): boolean {
  return mediaType !== 'image/jpeg' && mediaType !== 'application/pdf';
}
