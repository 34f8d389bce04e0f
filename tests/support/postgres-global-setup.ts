import { startPostgres } from './postgres-server.ts';

/** One Postgres for a test project that was started alone; `npm test` brings its own. */
export default async function setup() {
  if (process.env.TEST_DATABASE_URL) return;
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
