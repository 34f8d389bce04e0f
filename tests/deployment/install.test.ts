import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram, howToInstall } from '../../scripts/cluster/packages.ts';
import { eventually } from '../support/eventually.ts';
import { killAtExit } from '../support/kill-at-exit.ts';
import { emptyDatabase } from '../support/platform.ts';
import { freePort } from '../support/postgres-server.ts';

const NODE = '/usr/local/bin/node';
const READY_WITHIN_MS = 2_000;
const STARTS = 3;
const project = path.join(import.meta.dirname, '../..');

const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-install-'));
const debian = path.join(folder, 'debian');
const figures: Record<string, string | number> = {};

function run(command: string, args: readonly string[], options: { cwd?: string } = {}): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
}
/** Runs a command in the empty Debian. */
const inside = (...command: string[]) => run('chroot', [debian, ...command]);
const megabytes = (kilobytes: string) => Math.round(Number(kilobytes.split('\t')[0]) / 1_024);

beforeAll(() => {
  if (process.getuid?.() !== 0) throw new Error('Making an empty Debian needs root.');
  const mmdebstrap = findProgram('mmdebstrap');
  if (!mmdebstrap) throw new Error(howToInstall('The test of the installation', ['mmdebstrap']));
  run(mmdebstrap, ['--variant=minbase', '--include=systemd', 'bookworm', debian]);
  copyFileSync(process.execPath, path.join(debian, NODE));
  run('mount', ['-t', 'proc', 'proc', path.join(debian, 'proc')]);
  run('mount', ['--bind', '/dev', path.join(debian, 'dev')]);
  run('npx', ['tsx', 'scripts/deployment/package.ts', folder], { cwd: project });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz')) as string;
  figures['archive, MB'] = Math.round(statSync(path.join(folder, archive)).size / 2 ** 20);
  copyFileSync(path.join(folder, archive), path.join(debian, 'tmp', archive));
  inside('tar', '-xzf', `/tmp/${archive}`, '-C', '/tmp');
});

afterAll(() => {
  for (const one of ['proc', 'dev']) {
    const mounted = path.join(debian, one);
    if (existsSync(mounted)) run('umount', ['--lazy', mounted]);
  }
  rmSync(folder, { recursive: true, force: true });
  console.info(
    Object.entries(figures)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  );
});

const unpacked = () => {
  const name = readdirSync(path.join(debian, 'tmp')).find((one) => /^commonhold-[\d.]+$/.test(one));
  return `/tmp/${name}`;
};
const install = () => inside(NODE, `${unpacked()}/deployment/install.mjs`);
const modeOf = (file: string) => inside('stat', '--format=%U:%G %a', file).trim();

test('an empty Debian has an account, folders, settings and a unit after it, and nothing of development', () => {
  expect(install()).toContain('systemctl enable --now commonhold');
  expect(modeOf('/var/lib/commonhold')).toBe('commonhold:commonhold 700');
  expect(modeOf('/etc/commonhold/commonhold.env')).toBe('root:commonhold 640');
  expect(modeOf('/opt/commonhold/current/dist/server/main.js')).toBe('root:root 644');
  expect(inside('getent', 'passwd', 'commonhold')).toContain('/usr/sbin/nologin');
  const packages = readdirSync(
    path.join(debian, inside('realpath', '/opt/commonhold/current').trim(), 'node_modules'),
  );
  expect(packages).toContain('sharp');
  for (const one of ['vite', 'typescript', 'vitest', 'react', 'tsx']) expect(packages).not.toContain(one);
  figures['installed, MB'] = megabytes(inside('du', '-s', '/opt/commonhold'));
});

test('installing again leaves the settings unchanged and replaces the program', () => {
  const before = inside('cat', '/etc/commonhold/commonhold.env');
  expect(install()).toContain('systemctl restart commonhold');
  expect(inside('cat', '/etc/commonhold/commonhold.env')).toBe(before);
});

test('an installation that is interrupted leaves the running program whole, and the next one removes its remains', async () => {
  const versions = path.join(debian, 'opt/commonhold');
  const folders = () => readdirSync(versions).filter((name) => name !== 'current');
  const before = [inside('realpath', '/opt/commonhold/current'), ...folders()];
  const interrupted = spawn('chroot', [debian, NODE, `${unpacked()}/deployment/install.mjs`]);
  killAtExit(interrupted);
  const hasDraft = () => folders().some((name) => name.endsWith('.draft'));
  await eventually(() => Promise.resolve(hasDraft()), { withinMs: 30_000, what: 'a half-copied program' });
  interrupted.kill('SIGKILL');
  await once(interrupted, 'exit');
  expect(hasDraft()).toBe(true);
  expect([
    inside('realpath', '/opt/commonhold/current'),
    ...folders().filter((name) => !name.endsWith('.draft')),
  ]).toEqual(before);
  install();
  expect(folders()).toHaveLength(2);
  expect(hasDraft()).toBe(false);
});

test('systemd finds no mistake in the unit, and rates its exposure OK or better', () => {
  const unit = '/etc/systemd/system/commonhold.service';
  inside('systemd-analyze', 'verify', unit);
  const rating = inside('systemd-analyze', 'security', '--offline=yes', '--no-pager', unit);
  const [, score = '', word = ''] =
    /Overall exposure level for commonhold\.service: ([\d.]+) (\w+)/.exec(rating) ?? [];
  figures.exposure = `${score} ${word}`;
  expect(['OK', 'SAFE']).toContain(word);
});

test('the installed server starts as its account, refuses settings that are not filled in, and is ready in time', async () => {
  const database = await emptyDatabase();
  const port = await freePort();
  const serve = (settings: Record<string, string>) =>
    spawn(
      'chroot',
      [
        ...['--userspec=commonhold:commonhold', debian, '/bin/sh', '-c'],
        `cd /opt/commonhold/current && set -a && . /etc/commonhold/commonhold.env && ${Object.entries(
          settings,
        )
          .map(([name, value]) => `${name}='${value}'`)
          .join(' ')} exec ${NODE} --enable-source-maps dist/server/main.js`,
      ],
      { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
  const ended = async (child: ReturnType<typeof serve>) => {
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, printed };
  };
  const refused = await ended(serve({}));
  expect(refused.code).toBe(1);
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'SANDBOX_BANK'])
    expect(refused.printed).toContain(name);

  const settings = {
    PORT: String(port),
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://commonhold.example',
    SMTP_URL: 'smtp://localhost:25',
    MAIL_FROM: 'no-reply@commonhold.example',
    SANDBOX_BANK: 'allow',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'error',
  };
  const times: number[] = [];
  try {
    for (let start = 0; start <= STARTS; start += 1) {
      const began = performance.now();
      const child = serve(settings);
      killAtExit(child);
      const end = ended(child);
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await eventually(isReady, { withinMs: 60_000, what: 'the installed server is ready' });
      times.push(Math.round(performance.now() - began));
      child.kill('SIGTERM');
      await end;
    }
  } finally {
    await database.drop();
  }
  const [first, ...later] = times;
  figures['first start with migrations, ms'] = first as number;
  figures['later starts, ms'] = later.join(', ');
  expect(Math.max(...later)).toBeLessThan(READY_WITHIN_MS);
});
