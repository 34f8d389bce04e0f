/** The most documents in one archive. Apart from the schemas, which screens need not load. */
export const MAX_ARCHIVED_DOCUMENTS = 100;
