/** Made by the build (scripts/demo-world-plugin.ts): where the data folder of the demo's world lies. */
declare module 'virtual:demo-world' {
  const address: string;
  export default address;
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
