/** Where the file of a document is downloaded. */
export const documentAddress = (documentId: string) => `/api/submission-documents/${documentId}`;
