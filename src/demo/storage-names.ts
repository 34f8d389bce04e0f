/** The database of the demo, and the name that the browser's storage has it under. */
export const DATABASE = 'commonhold-demo';
export const STORED_AS = `/pglite/${DATABASE}`;
