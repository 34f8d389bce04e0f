// Installs the version that this file is in, or upgrades to it. As root: node deployment/install.mjs
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { accountOf, settingsText, unitText } from './installed-files.mjs';

const ACCOUNT = 'commonhold';
const HOME = '/var/lib/commonhold';
const SETTINGS = '/etc/commonhold/commonhold.env';
const UNIT = '/etc/systemd/system/commonhold.service';
const VERSIONS = '/opt/commonhold';
const CURRENT = path.join(VERSIONS, 'current');
const PARTS = ['dist', 'db', 'deployment', 'node_modules', 'package.json', 'LICENSE'];
const unpacked = path.resolve(import.meta.dirname, '..');

function createAccount() {
  const found = accountOf(ACCOUNT, readFileSync('/etc/passwd', 'utf8'));
  if (found) return found;
  const options = ['--system', '--user-group', '--home-dir', HOME, '--shell', '/usr/sbin/nologin'];
  execFileSync('/usr/sbin/useradd', [...options, ACCOUNT], { stdio: 'inherit' });
  return accountOf(ACCOUNT, readFileSync('/etc/passwd', 'utf8'));
}

/**
 * Owned by root and readable by everyone: the server cannot change its own program. Each installation has a folder of its
 * own, also of the same version, so that the one that runs stays whole.
 */
function copyVersion() {
  const { version } = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8'));
  const target = path.join(VERSIONS, `${version}-${Date.now()}`);
  const draft = `${target}.draft`;
  mkdirSync(draft, { recursive: true });
  for (const part of PARTS) cpSync(path.join(unpacked, part), path.join(draft, part), { recursive: true });
  // The operator's scripts read their settings from here.
  symlinkSync(SETTINGS, path.join(draft, '.env'));
  execFileSync('chown', ['-hR', 'root:root', draft]);
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', draft]);
  renameSync(draft, target);
  return target;
}

/** The folders in which processes run: a server that was not restarted since has an earlier version. */
function foldersInUse() {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readlinkSync(`/proc/${pid}/cwd`)] : [];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}

/**
 * Removes what is neither the new program, nor the one before it, nor one in which a process runs; drafts of interrupted
 * installations are removed too.
 */
function removeOldVersions(target, previous) {
  const kept = new Set([target, previous, ...foldersInUse()]);
  for (const entry of readdirSync(VERSIONS, { withFileTypes: true })) {
    const folder = path.join(VERSIONS, entry.name);
    if (entry.isDirectory() && !kept.has(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

/** A link is replaced in one step, so that there is a whole version at every moment. */
function makeCurrent(target) {
  const draft = path.join(VERSIONS, 'current.draft');
  rmSync(draft, { force: true });
  symlinkSync(target, draft);
  renameSync(draft, CURRENT);
}

/** Settings that are there are never changed: they hold the data keys. */
function writeSettings({ gid }) {
  if (existsSync(SETTINGS)) return false;
  mkdirSync(path.dirname(SETTINGS), { recursive: true });
  writeFileSync(SETTINGS, settingsText(HOME), { mode: 0o640 });
  chownSync(SETTINGS, 0, gid);
  return true;
}

function createHome({ uid, gid }) {
  mkdirSync(HOME, { recursive: true });
  chownSync(HOME, uid, gid);
  chmodSync(HOME, 0o700);
}

function install() {
  if (process.getuid() !== 0) throw new Error('Run this as root.');
  if (process.execPath.startsWith('/root/') || process.execPath.startsWith('/home/'))
    throw new Error(`The service cannot run ${process.execPath}: install Node outside of home directories.`);
  const account = createAccount();
  createHome(account);
  const target = copyVersion();
  const isNew = writeSettings(account);
  const previous = existsSync(CURRENT) ? realpathSync(CURRENT) : null;
  makeCurrent(target);
  removeOldVersions(target, previous);
  mkdirSync(path.dirname(UNIT), { recursive: true });
  const template = readFileSync(path.join(import.meta.dirname, 'commonhold.service'), 'utf8');
  writeFileSync(UNIT, unitText(template, process.execPath));
  const hasSystemd = existsSync('/run/systemd/system');
  if (hasSystemd) execFileSync('systemctl', ['daemon-reload'], { stdio: 'inherit' });
  console.log(`Installed in ${target}.`);
  if (isNew)
    console.log(`Fill in what is empty in ${SETTINGS}, and store a copy of its DATA_KEYS elsewhere.`);
  console.log(`Then: systemctl ${isNew ? 'enable --now' : 'restart'} commonhold`);
}

try {
  install();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
