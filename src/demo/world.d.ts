/** Made by the build (scripts/build/demo-world-plugin.ts): what the worker loads, with its size when it is unpacked. */
declare module 'virtual:demo-files' {
  const files: Record<'program' | 'support' | 'world' | 'uploads', { address: string; bytes: number }>;
  export default files;
}

/** What the browser's storage shows of that world, in the documented shapes. */
declare module 'virtual:demo-records' {
  const records: Record<string, unknown>;
  export default records;
}

/** Every migration, as drizzle reads it from its file. */
declare module 'virtual:migrations' {
  const migrations: import('drizzle-orm/migrator').MigrationMeta[];
  export default migrations;
}
