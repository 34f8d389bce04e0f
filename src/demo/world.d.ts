/** Made by the build (scripts/build/demo-world-plugin.ts): the files that the worker loads, with the unpacked size. */
declare module 'virtual:demo-files' {
  const files: Record<'program' | 'support' | 'world' | 'uploads', { address: string; bytes: number }>;
  export default files;
}

/** Records of that world in the browser's storage, in the documented shapes. */
declare module 'virtual:demo-records' {
  const records: Record<string, unknown>;
  export default records;
}

/** Data of the demo's first page, shown until its database is open. */
declare module 'virtual:demo-first-page' {
  const answers: import('./first-page.ts').PackedAnswer[];
  export default answers;
}

/** Every migration, as drizzle reads it from its file. */
declare module 'virtual:migrations' {
  const migrations: import('drizzle-orm/migrator').MigrationMeta[];
  export default migrations;
}
