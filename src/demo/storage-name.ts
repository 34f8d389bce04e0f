/** The IndexedDB database that holds the files of the demo's database. */
export const STORED_AS = 'commonhold-demo';
