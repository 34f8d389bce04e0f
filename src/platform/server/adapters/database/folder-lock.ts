import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#kernel/time.ts';
import { isAnswered, type LivenessSocket, livenessSocket } from '../liveness-socket.ts';

/** Identity of a process; fields are empty where the system does not provide them (other than Linux). */
interface Location {
  /** The id of this boot of the machine: processes of an earlier boot are gone. */
  boot: string;
  /** The process namespace: process ids mean nothing in another container. */
  namespace: string;
  host: string;
}

interface Holder extends Location {
  /** Identifies this holder, and its liveness socket. */
  id: string;
  pid: number;
  /** When the process started, so that a reused pid is not mistaken for the holder. */
  started: string;
}

type State = 'alive' | 'gone' | 'unknown';

/** The folder is, or may be, in use by another process. */
export class FolderLockedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FolderLockedError';
  }
}

function refusal(
  folder: string,
  file: string,
  holder: Holder,
  state: State,
  here: Location,
): FolderLockedError {
  const elsewhere = holder.namespace !== here.namespace || holder.boot !== here.boot;
  const who = `process ${holder.pid}${elsewhere ? ` of another container or machine (${holder.host})` : ''}`;
  const instead = 'set DATA_DIR to another folder, or set DATABASE_URL to share a Postgres.';
  return new FolderLockedError(
    state === 'alive'
      ? `The embedded database in ${folder} is in use by ${who}. Stop that process first, or ${instead}`
      : `The embedded database in ${folder} was opened by ${who}, and from here nobody can tell whether that one ` +
          `still runs. Make sure that it does not, remove ${file}, and start again; or ${instead}`,
  );
}

/**
 * Takes the exclusive lock of a folder, by a file beside it. PGlite takes no lock, and a second process would
 * silently lose committed rows.
 * - The lock of a process that has ended is taken over.
 * - The lock of a process whose state cannot be determined from here is respected.
 * @returns a function that releases the lock
 * @throws FolderLockedError naming the holder and what to do
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const here = thisLocation();
  const file = `${folder}.lock`;
  const me: Holder = { ...here, id: randomUUID(), pid: process.pid, started: startOf(process.pid) };
  const sign = await livenessSocket(socketOf(file, me.id));
  try {
    await take(folder, file, me, here);
  } catch (error) {
    sign.end();
    throw error;
  }
  return () => release(file, me, sign);
}

async function take(folder: string, file: string, me: Holder, here: Location): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (create(file, me)) return;
    const text = read(file);
    if (text === null) continue;
    const holder = parse(text);
    const state = holder ? await stateOf(file, holder, here) : 'gone';
    if (holder && state !== 'gone') throw refusal(folder, file, holder, state, here);
    await takeOver(file, text, holder);
  }
  throw new Error(`The lock ${file} could not be taken. Remove it if no process uses the folder.`);
}

const socketOf = (file: string, id: string) => `${file}.${id.slice(0, 8)}`;

/** Creates the lock file with its content in one step: a half-written file would look like that of a dead process. */
function create(file: string, me: Holder): boolean {
  const draft = `${file}.${me.id}`;
  writeFileSync(draft, JSON.stringify(me));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parse(text: string): Holder | null {
  try {
    const { id = '', boot = '', namespace = '', host = '', started = '', pid } = JSON.parse(text);
    return typeof pid === 'number' ? { id, boot, namespace, host, started, pid } : null;
  } catch {
    return null;
  }
}

async function stateOf(file: string, holder: Holder, here: Location): Promise<State> {
  const known = holder.boot !== '' && here.boot !== '';
  // On a local disk, another boot id belongs to an earlier boot of this machine.
  if (known && holder.boot !== here.boot) return isOnLocalFileSystem(file) ? 'gone' : 'unknown';
  const answered = holder.id === '' ? null : await isAnswered(socketOf(file, holder.id));
  if (answered !== null) return answered ? 'alive' : 'gone';
  if (holder.namespace !== '' && holder.namespace !== here.namespace) return 'unknown';
  return isAlive(holder) ? 'alive' : 'gone';
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return now === '' || started === '' || now === started;
}

/** The start time of a process in clock ticks since boot; empty where the system does not provide it. */
function startOf(pid: number): string {
  const afterName = readOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1));
  return afterName.split(' ')[19] ?? '';
}

function thisLocation(): Location {
  return {
    boot: readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: readOrEmpty(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
  };
}

function readOrEmpty(read: () => string | undefined): string {
  try {
    return read() ?? '';
  } catch {
    return '';
  }
}

/** The magic numbers in Linux of ext, xfs, btrfs, f2fs, zfs, bcachefs, tmpfs and overlayfs. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x01021994, 0x794c7630,
]);

function isOnLocalFileSystem(file: string): boolean {
  return LOCAL_FILE_SYSTEMS.has(statfsSync(dirname(file)).type);
}

/** Removes the lock of a holder that has ended, unless another process has replaced it. One process at a time. */
async function takeOver(file: string, text: string, holder: Holder | null): Promise<void> {
  const takeover = `${file}.takeover`;
  try {
    mkdirSync(takeover);
  } catch {
    const since = statSync(takeover, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > 10 * SECOND)
      rmSync(takeover, { recursive: true, force: true });
    await sleep(20);
    return;
  }
  try {
    if (read(file) !== text) return;
    rmSync(file, { force: true });
    if (holder?.id) rmSync(socketOf(file, holder.id), { force: true });
  } finally {
    rmdirSync(takeover);
  }
}

function release(file: string, me: Holder, sign: LivenessSocket): void {
  const text = read(file);
  if (text !== null && parse(text)?.id === me.id) rmSync(file, { force: true });
  sign.end();
}
