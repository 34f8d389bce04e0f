import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ServerType, serve } from '@hono/node-server';
import { fewAdminsWarning } from '#features/approvals/approvals.rules.ts';
import { recordSetting } from '#features/approvals/server/index.ts';
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '#features/identity/sample-accounts.ts';
import { ensureLibrary } from '#features/learn/server/index.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { MINUTE, SECOND, sleep } from '#kernel/time.ts';
import { type OpenDatabase, openDatabase } from '#platform/server/adapters/database/database.ts';
import { FolderLockedError } from '#platform/server/adapters/database/folder-lock.ts';
import { MigrationError } from '#platform/server/adapters/database/migrations.ts';
import { projectFolder } from '#platform/server/adapters/project-folder.ts';
import { endUnreadAnswers } from '#platform/server/adapters/unread-answers.ts';
import { ConfigError, parseConfig } from '#platform/server/runtime/config.ts';
import { MAILBOX_PATH } from '#platform/server/runtime/mail.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { composeProduct } from './compose-product.ts';
import { openDemo } from './demo-files.ts';
import type { BuiltPages } from './pages/index.ts';
import { type BuiltClient, createWeb } from './web.ts';

const GRACE_PERIOD_MS = 10_000;
const KEEP_ALIVE_MS = 75_000;
/** Longer than the slowest upload takes. */
const MAX_REQUEST_MS = 13 * MINUTE;

/** The output of `npm run build`: the client, and the renderer of its pages. */
async function builtClient(): Promise<BuiltClient> {
  const dist = join(projectFolder(), 'dist');
  const built = JSON.parse(await readFile(join(dist, 'pages.json'), 'utf8')) as BuiltPages;
  const { createRenderer } = await import(pathToFileURL(join(dist, 'renderer', 'render.js')).href);
  return { folder: join(dist, 'client'), demo: openDemo(join(dist, 'demo')), built, createRenderer };
}

async function listen(platform: Platform): Promise<ServerType> {
  const { host, port } = platform.config;
  const web = createWeb(platform, await builtClient());
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: web.fetch, hostname: host, port }, () => resolve(server));
    // Longer than the idle timeout of proxies, so that none sends on a connection that is being closed.
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
    if ('requestTimeout' in server) {
      server.requestTimeout = MAX_REQUEST_MS;
      endUnreadAnswers(server);
    }
    server.once('error', reject);
  });
}

/** The address to open, once the port is known. */
function addressOf({ config }: Platform, server: ServerType): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host.includes(':')
    ? `[${config.host}]`
    : config.host === '0.0.0.0'
      ? '127.0.0.1'
      : config.host;
  return `http://${host}:${port}`;
}

function logStart({ config }: Platform, address: string): void {
  if (config.databaseUrl === null) {
    console.log(
      `Data lives in ${config.dataDir} (embedded: safe from crashes, not from a power loss; see README).`,
    );
  }
  if (!config.hasRateLimits)
    console.log('Warning: RATE_LIMITS=off, callers are not limited. For load tests only.');
  if (config.hasSampleData) {
    console.log('Sample accounts:');
    for (const { label, email } of SAMPLE_ACCOUNTS)
      console.log(`  ${label.padEnd(9)} ${email}  ${SAMPLE_PASSWORD}`);
  }
  if (config.smtpUrl === null)
    console.log(`Mails are stored in ${config.dataDir}/mail. Read them at ${address}${MAILBOX_PATH}`);
  console.log(`${PRODUCT_NAME} is ready at ${address}`);
}

/**
 * Stops gracefully: reports not to be ready and serves on until the proxy has noticed, ends the live streams (which
 * reconnect to other servers), waits for running requests and jobs, and closes the database.
 */
async function stop(platform: Platform, server: ServerType, database: OpenDatabase): Promise<void> {
  platform.isDraining = true;
  await sleep(platform.config.drainSeconds * SECOND);
  await platform.live.stop();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  const gracePeriod = new Promise<void>((resolve) => setTimeout(resolve, GRACE_PERIOD_MS).unref());
  await Promise.race([closed, gracePeriod]);
  await platform.jobs.stop();
  await database.close();
}

/** Audits how many admins it takes, and warns when there are too few for it. */
async function recordApprovals(platform: Platform): Promise<void> {
  const { approvals } = platform.config;
  const ctx = { platform, caller: { actor: systemActor('start') } };
  const { activeAdmins } = await recordSetting(ctx, { admins: approvals });
  const warning = fewAdminsWarning({ admins: approvals, activeAdmins });
  if (warning) console.log(warning);
}

interface Product {
  platform: Platform;
  database: OpenDatabase;
}

/** The product on its database, which is filled if it is new. */
async function open(): Promise<Product> {
  const config = parseConfig(process.env);
  const database = await openDatabase(config);
  const platform = await composeProduct({ config, database });
  await ensureLibrary(platform);
  await recordApprovals(platform);
  await database.onCommit(({ hasWork }) => {
    if (hasWork) platform.jobs.wake();
    platform.live.wake();
  });
  return { platform, database };
}

async function serveRequests({ platform, database }: Product): Promise<void> {
  const server = await listen(platform).catch(async (error: NodeJS.ErrnoException) => {
    await database.close();
    throw error;
  });
  const address = addressOf(platform, server);
  platform.origin = platform.config.publicUrl ?? address;
  platform.jobs.start();
  logStart(platform, address);
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      stop(platform, server, database).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

function explain(error: unknown): string {
  const isForeseen = [ConfigError, FolderLockedError, MigrationError].some((kind) => error instanceof kind);
  if (isForeseen) return (error as Error).message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'The port is in use. Stop the other program or set PORT to a free one.';
  if (code === 'ECONNREFUSED') return `The database does not answer (${message}). Check DATABASE_URL.`;
  return stack ?? String(error);
}

function fail(error: unknown): never {
  console.error(explain(error));
  process.exit(1);
}

/**
 * Starts the server; a failure is explained and ends the process.
 * @param pagesBuilt what to wait for before the first request: a new database is filled while the pages are built
 * @returns when it accepts requests
 */
export async function start({ pagesBuilt }: { pagesBuilt?: Promise<unknown> } = {}): Promise<void> {
  const product = await open().catch(fail);
  await pagesBuilt;
  await serveRequests(product).catch(fail);
}
