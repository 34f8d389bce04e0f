import { startPostgres } from '../support/postgres-server.ts';
import { startServer } from './server-process.ts';

// Simulates a test runner that is killed: starts a Postgres and a server, prints their process ids, and waits.
const postgres = await startPostgres();
const server = await startServer({ DATABASE_URL: postgres.url });
process.stdout.write(`${JSON.stringify({ pids: [postgres.pid, server.pid], dataDir: postgres.dataDir })}\n`);
setInterval(() => undefined, 60_000);
