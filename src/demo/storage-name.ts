/** The IndexedDB database that holds the files of the demo's database. */
export const STORED_AS = 'commonhold-demo';
/** Storage of uploaded files. */
export const UPLOADS_STORED_AS = 'commonhold-demo-files';
