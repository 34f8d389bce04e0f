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

/** Whether it is an office file. These are only downloaded; images are shown, and PDFs in a frame. */
export function isOfficeType(mediaType: FileMediaType): boolean {
  return mediaType !== 'image/jpeg' && mediaType !== 'application/pdf';
}
