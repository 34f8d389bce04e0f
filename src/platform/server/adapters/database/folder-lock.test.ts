import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { FolderLockedError, lockFolder } from './folder-lock.ts';

const RACERS = 6;
const ROUNDS = 40;

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'commonhold-lock-'));
  folder = join(home, 'database');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The pid of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
const lockOf = (holder: unknown) =>
  writeFileSync(`${folder}.lock`, typeof holder === 'string' ? holder : JSON.stringify(holder));

const held = () => JSON.parse(readFileSync(`${folder}.lock`, 'utf8'));
const linux = existsSync('/proc/self/stat');
const refusalOf = () => lockFolder(folder).then(() => '', String);

describe('the lock of a folder', () => {
  test('is refused to a second opener, naming the holder, and free again when given back', async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderLockedError);
    expect(await refusalOf()).toContain(`in use by process ${process.pid}. `);
    release();
    (await lockFolder(folder))();
    expect(readdirSync(home)).toEqual([]);
  });

  test('of a process that is gone is taken over', async () => {
    lockOf({ pid: deadPid(), started: '1' });
    const release = await lockFolder(folder);
    expect(held().pid).toBe(process.pid);
    release();
  });

  test.runIf(linux)('of a process whose pid another one has now is taken over', async () => {
    lockOf({ pid: process.pid, started: 'long ago' });
    (await lockFolder(folder))();
  });

  test('that cannot be read belongs to nobody', async () => {
    lockOf('not json');
    (await lockFolder(folder))();
  });

  test('is not given back by someone who lost it', async () => {
    const release = await lockFolder(folder);
    lockOf({ pid: process.pid + 1, started: 'other' });
    release();
    expect(existsSync(`${folder}.lock`)).toBe(true);
  });

  test('works in a folder whose name is too long for a socket', async () => {
    home = join(home, 'x'.repeat(120));
    mkdirSync(home);
    folder = join(home, 'database');
    const release = await lockFolder(folder);
    expect(await refusalOf()).toContain(`in use by process ${process.pid}. `);
    release();
    expect(readdirSync(home)).toEqual([]);
  });
});

describe.runIf(linux)('a lock from somewhere else', () => {
  test('is left alone when its process cannot be judged, and the refusal says how to continue', async () => {
    const foreign = { id: '', pid: deadPid(), started: '1', namespace: 'pid:[1]', host: 'other' };
    lockOf({ ...foreign, boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() });
    const refusal = await refusalOf();
    expect(refusal).toContain(`opened by process ${foreign.pid} of another container or machine (other)`);
    expect(refusal).toContain(`Make sure that it does not, remove ${folder}.lock, and start again`);
    expect(held().host).toBe('other');
  });

  test('of an earlier start of this machine is taken over', async () => {
    lockOf({ id: '', pid: process.pid, started: '', namespace: '', host: 'here', boot: 'before' });
    (await lockFolder(folder))();
  });
});

const inContainer = ['--pid', '--fork', '--kill-child', '--mount-proc'];
const containers = linux && spawnSync('unshare', [...inContainer, 'true']).status === 0;

describe.runIf(containers)('another container on the same folder', () => {
  /** A process in a process-id namespace of its own that holds the lock; its pid there is a small number. */
  async function holdElsewhere() {
    const shot = join(home, 'go');
    writeFileSync(shot, '0');
    const script = join(import.meta.dirname, '../../../../../tests/support/lock-racer.ts');
    const child = spawn(
      'unshare',
      [...inContainer, process.execPath, '--import', 'tsx', script, folder, shot],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    let said = '';
    child.stdout?.on('data', (part: Buffer) => {
      said += part.toString();
    });
    await eventually(() => said.includes('won'), {
      withinMs: 60_000,
      what: 'the other container has the lock',
    });
    return child;
  }

  test('is refused while it lives, and taken over when it was killed', async () => {
    const holder = await holdElsewhere();
    expect(held().pid).toBeLessThan(100);
    expect(await refusalOf()).toMatch(/in use by process \d+ of another container or machine/);
    const gone = once(holder, 'exit');
    holder.kill('SIGKILL');
    await gone;
    const release = await eventually(() => lockFolder(folder).catch(() => null));
    expect(held().pid).toBe(process.pid);
    release();
    expect(readdirSync(home)).toEqual(['go']);
  }, 90_000);

  test('refuses a lock of this one, though no process there has its pid', async () => {
    const release = await lockFolder(folder);
    const opener = `
      import { lockFolder } from '${join(import.meta.dirname, 'folder-lock.ts')}';
      await lockFolder('${folder}');`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', opener];
    const { stderr } = spawnSync('unshare', [...inContainer, process.execPath, ...args], {
      encoding: 'utf8',
    });
    expect(stderr).toContain(`in use by process ${process.pid} of another container or machine`);
    release();
  }, 90_000);
});

interface Racer {
  process: ChildProcess;
  lines(): string[];
}

function racer(folders: readonly string[], shot: string): Racer {
  const script = join(import.meta.dirname, '../../../../../tests/support/lock-racer.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folders.join(','), shot], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (part: Buffer) => {
    said += part.toString();
  });
  return { process: child, lines: () => said.split('\n').slice(0, -1) };
}

test('many processes racing for a stale lock: exactly one wins, the others learn who holds it', async () => {
  const shot = join(home, 'go');
  const folders = Array.from({ length: ROUNDS }, (_, round) => `${folder}-${round}`);
  const stale = JSON.stringify({ pid: deadPid(), started: '1' });
  for (const one of folders) writeFileSync(`${one}.lock`, stale);
  const racers = Array.from({ length: RACERS }, () => racer(folders, shot));
  const all = (lines: number) => racers.every((one) => one.lines().length >= lines);
  try {
    await eventually(() => all(1), { withinMs: 60_000, what: 'racers are ready' });
    writeFileSync(shot, String(Date.now() + 200));
    await eventually(() => all(1 + ROUNDS), { withinMs: 60_000, what: 'all have tried every folder' });
    for (const round of folders.keys()) {
      const results = racers.map((one) => one.lines()[1 + round] ?? '');
      const winners = results.filter((line) => line.startsWith('won'));
      expect(winners).toHaveLength(1);
      const pid = winners[0]?.split(' ')[1];
      const losers = results.filter((line) => line.startsWith('lost') && line.includes(`process ${pid}.`));
      expect(losers).toHaveLength(RACERS - 1);
    }
  } finally {
    for (const one of racers) one.process.stdin?.end();
  }
}, 120_000);
