/** The IndexedDB database that holds the files of the demo's database. */
export const STORED_AS = 'commonhold-demo';
/** The one that holds what was uploaded. */
export const UPLOADS_STORED_AS = 'commonhold-demo-files';
