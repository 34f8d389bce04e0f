import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { setScene } from '#tests/faults/load.ts';
import { eventually } from '#tests/support/eventually.ts';
import { cleanUpAtExit } from '#tests/support/kill-at-exit.ts';
import { NO_LIMITS, postgresPlatform, TEST_DATA_KEY } from '#tests/support/platform.ts';
import { freePort } from '#tests/support/postgres-server.ts';
import { answerOf, testClient } from '#tests/support/server.ts';
import { aPhoto } from '#tests/support/uploads.ts';
import { findPostgres, findProgram, howToInstall } from '../cluster/packages.ts';
import {
  endProgram,
  familyOf,
  killAll,
  logFile,
  runningPid,
  startProgram,
  unprivilegedAccount,
} from '../cluster/processes.ts';
import { buildProduct } from '../development/bootstrap.mjs';
import {
  type Archive,
  archiveConfiguration,
  archiveOptions,
  archivingSettings,
  isSegment,
  judgeRestore,
  restoreOptions,
} from './archive.ts';
import { archiveAll, buyFor, keysOf } from './rehearsal.ts';

/** Time from the restored moment to the mistake. */
const BEFORE_THE_MISTAKE_MS = 10_000;
const BUY_FOR_MS = 20_000;
const READY_WITHIN_MS = 60_000;

const project = path.join(import.meta.dirname, '../..');
const started = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - started) / 1_000).toFixed(1).padStart(7)} s  ${line}`);

const binaries = findPostgres();
const pgbackrest = findProgram('pgbackrest');
if (!binaries || !pgbackrest) {
  const missing = [...(binaries ? [] : ['postgresql']), ...(pgbackrest ? [] : ['pgbackrest'])];
  console.error(howToInstall('The drill', missing));
  process.exit(1);
}

const account = unprivilegedAccount();
const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-drill-'));
const cancelCleanUp = cleanUpAtExit(folder);
const place = (name: string) => path.join(folder, name);
const port = await freePort();
const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
const archive: Archive = {
  repository: place('elsewhere/repository'),
  configuration: place('pgbackrest.conf'),
  scratch: place('scratch'),
  database: { folder: place('postgres'), port, sockets: folder },
};
/** Files of the server: uploaded files and, were they not in its settings, its data keys. */
const data = place('data');
const keys = place('keys');

function makeFolders(): void {
  if (account) chownSync(folder, account.uid, account.gid);
  for (const one of [
    archive.repository,
    ...['log', 'lock', 'spool'].map((part) => path.join(archive.scratch, part)),
  ]) {
    mkdirSync(one, { recursive: true });
    if (account) chownSync(one, account.uid, account.gid);
  }
  writeFileSync(archive.configuration, archiveConfiguration(archive));
}

const asDatabase = (command: string, args: readonly string[]) =>
  execFileSync(command, args, {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });

function runDatabase(): void {
  const settings = { listen_addresses: '127.0.0.1', ...archivingSettings(archive) };
  startProgram(folder, {
    name: 'postgres',
    command: path.join(binaries as string, 'postgres'),
    args: [
      ...['-D', archive.database.folder, '-p', String(port), '-k', folder],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    account,
  });
}

async function startDatabase(): Promise<void> {
  runDatabase();
  const takesChanges = () =>
    withDatabase(async (client) => {
      const [row] = await client`select pg_is_in_recovery() as recovering`;
      return row?.recovering === false;
    });
  await eventually(() => takesChanges().catch(() => false), {
    withinMs: READY_WITHIN_MS,
    what: 'the database takes changes',
  });
}

async function withDatabase<Value>(work: (client: postgres.Sql) => Promise<Value>): Promise<Value> {
  const client = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 2 });
  return work(client).finally(() => client.end({ timeout: 1 }));
}

const serverPort = await freePort();
const serverUrl = `http://127.0.0.1:${serverPort}`;
const serverSettings = () => ({
  NODE_ENV: 'test',
  PORT: String(serverPort),
  DATABASE_URL: url,
  DATA_DIR: data,
  RATE_LIMITS: 'off',
  VERIFY_HOURS: '0',
  LOG_LEVEL: 'error',
  ...NO_LIMITS,
});

async function startServer(dataKeys: string): Promise<void> {
  startProgram(folder, {
    name: 'server',
    command: process.execPath,
    args: [path.join(project, 'dist/server/main.js')],
    env: { ...serverSettings(), DATA_KEYS: dataKeys },
  });
  const isReady = () =>
    fetch(`${serverUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isReady, { withinMs: READY_WITHIN_MS, what: 'the server is ready' });
}

/** Stores a document of someone's identity check, and returns a way to read it again. */
async function storeDocument(secret: string): Promise<() => Promise<number>> {
  const client = testClient(serverUrl, { authorization: `Bearer ${secret}` });
  const photo = await aPhoto();
  const stored = await answerOf(
    await client.fetch('/api/kyc/documents/idDocument', {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', 'x-file-name': 'passport.jpg' },
      body: photo as BodyInit,
    }),
  );
  if (stored.status > 299) throw new Error(`The document was answered ${stored.status}: ${stored.text}`);
  const { id } = stored.json.documents.idDocument;
  return async () => (await client.fetch(`/api/kyc/files/${id}`)).status;
}

/** Runs `npm run verify` as an operator does. */
function verify(): { sound: boolean; last: string } {
  try {
    const output = execFileSync(process.execPath, [path.join(project, 'dist/server/verify.js')], {
      env: { PATH: process.env.PATH ?? '', ...serverSettings(), DATA_KEYS: TEST_DATA_KEY },
      encoding: 'utf8',
    });
    return { sound: true, last: output.trimEnd().split('\n').at(-1) ?? '' };
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    return { sound: false, last: stdout.trimEnd().split('\n').at(-1) ?? '' };
  }
}

async function kill(name: string): Promise<void> {
  const pid = runningPid(folder, name);
  if (pid !== null) killAll(familyOf(pid));
  await endProgram(folder, name, { signal: 'SIGKILL' });
}

async function drill(): Promise<boolean> {
  makeFolders();
  asDatabase(path.join(binaries as string, 'initdb'), [
    ...['-D', archive.database.folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
  ]);
  await startDatabase();
  writeFileSync(keys, TEST_DATA_KEY, { mode: 0o600 });
  await startServer(TEST_DATA_KEY);
  const t = await postgresPlatform({ on: { url }, pool: 2 });
  const scene = await setScene(t.platform).finally(() => t.close());
  const documentStatus = await storeDocument(scene.secrets[0] as string);
  say('A server with people, a property and an uploaded document runs.');

  asDatabase(pgbackrest as string, archiveOptions(archive, 'stanza-create'));
  const backupFrom = Date.now();
  asDatabase(pgbackrest as string, archiveOptions(archive, '--type=full', 'backup'));
  say(`The base backup took ${((Date.now() - backupFrom) / 1_000).toFixed(1)} s.`);
  // Files and keys are copied to another place, as the operator's page asks for.
  cpSync(path.join(data, 'files'), place('elsewhere/files'), { recursive: true });
  cpSync(keys, place('elsewhere/keys'));

  const answered = await buyFor(BUY_FOR_MS, serverUrl, scene);
  const mistake = new Date();
  const deleted = await withDatabase(
    (client) => client`delete from investments where hashtext(id::text) % 2 = 0`,
  );
  say(`${answered.length} purchases were answered. Then ${deleted.count} of them were deleted by mistake.`);
  say(`Verification says: ${verify().last}`);
  answered.push(...(await buyFor(2_000, serverUrl, scene)));
  await withDatabase(archiveAll);

  await kill('server');
  await kill('postgres');
  for (const lost of [archive.database.folder, data, keys]) rmSync(lost, { recursive: true });
  say('Database, files and keys are lost.');

  const moment = new Date(mistake.getTime() - BEFORE_THE_MISTAKE_MS);
  const segment = segmentBefore(moment);
  say(
    `Without the segment ${path.basename(segment)} Postgres ends: ${await refusalWithout(segment, moment)}.`,
  );
  const restoredFrom = Date.now();
  restoreTo(moment);
  say('The base backup is back; Postgres replays the archive.');
  await startDatabase();
  say(`The database is as it was at ${moment.toISOString()}.`);
  cpSync(place('elsewhere/files'), path.join(data, 'files'), { recursive: true });
  cpSync(place('elsewhere/keys'), keys);
  await startServer(readFileSync(keys, 'utf8'));
  const verdict = verify();
  say(`Verification says: ${verdict.last}`);
  say(`Everything is back ${((Date.now() - restoredFrom) / 1_000).toFixed(1)} s after the restore began.`);

  const there = await withDatabase((client) => keysOf(client, answered));
  const judged = judgeRestore(answered, there, moment);
  const document = await documentStatus();
  say(
    `Of ${judged.before} purchases answered before that moment ${judged.lost} are lost; ` +
      `of ${judged.after} after it ${judged.unexpected} are there. The document is answered ${document}.`,
  );
  return (
    verdict.sound && judged.lost === 0 && judged.unexpected === 0 && judged.before > 0 && document === 200
  );
}

function restoreTo(moment: Date): void {
  rmSync(archive.database.folder, { recursive: true, force: true });
  asDatabase('mkdir', ['-m', '700', archive.database.folder]);
  asDatabase(pgbackrest as string, restoreOptions(archive, moment));
}

/** The archived segment of WAL that was filled last before a moment. */
function segmentBefore(moment: Date): string {
  const segments = readdirSync(path.join(archive.repository, 'archive'), {
    recursive: true,
    encoding: 'utf8',
  })
    .map((name) => path.join(archive.repository, 'archive', name))
    .filter((file) => isSegment(path.basename(file)) && statSync(file).mtime < moment)
    .sort();
  const last = segments.at(-1);
  if (last === undefined) throw new Error(`No segment was archived before ${moment.toISOString()}.`);
  return last;
}

/** Tries the restore while a segment is missing. @returns with what Postgres ends, instead of opening an older state */
async function refusalWithout(segment: string, moment: Date): Promise<string> {
  renameSync(segment, place('missing-segment'));
  restoreTo(moment);
  runDatabase();
  const hasEnded = () => runningPid(folder, 'postgres') === null;
  await eventually(hasEnded, { withinMs: READY_WITHIN_MS, what: 'Postgres has ended' });
  renameSync(place('missing-segment'), segment);
  const fatal = readFileSync(logFile(folder, 'postgres'), 'utf8').match(/FATAL: +(recovery ended.*)$/m)?.[1];
  if (fatal === undefined) throw new Error('Postgres did not say that a segment of its log is missing.');
  return fatal;
}

try {
  await buildProduct();
  const isGood = await drill();
  console.log(isGood ? 'The drill has passed.' : 'The drill has failed.');
  process.exitCode = isGood ? 0 : 1;
} finally {
  await endProgram(folder, 'server', { signal: 'SIGTERM' });
  await endProgram(folder, 'postgres', { signal: 'SIGINT' });
  rmSync(folder, { recursive: true, force: true });
  cancelCleanUp();
}
process.exit();
