import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const installStamp = path.join(root, 'node_modules/.commonhold-install');
const lockFile = path.join(root, '.cache/setup.lock');
const buildInputs = [
  'src',
  'db',
  'public',
  'index.html',
  'visitor.html',
  'demo',
  'vite.config.ts',
  'scripts',
  'tsconfig.json',
  'package-lock.json',
];
const notBuilt = /\.test\.tsx?$|routeTree\.gen\.ts$/;
const NARRATE_EVERY_MS = 10_000;
const HEARTBEAT_MS = 2_000;
const STALE_AFTER_MS = 20_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** A failure whose message is all that the reader needs: it is printed without a stack. */
export class SetupError extends Error {}

export function requireNode() {
  const wanted = readJson('package.json').engines.node.replace('>=', '').split('.').map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  throw new SetupError(
    `Commonhold needs Node ${wanted.join('.')} or newer; this is ${process.versions.node}.\n` +
      'Install a current version from https://nodejs.org and run the command again.',
  );
}

export function loadEnvFile() {
  const file = path.join(root, '.env');
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

export async function installPackages() {
  if (read(installStamp) === installHash()) return;
  await withLock(async () => {
    if (read(installStamp) === installHash()) return;
    if (!(installedMatchesLock() && (await patchesApply()))) {
      await step('Installing packages', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
    }
    fs.writeFileSync(installStamp, installHash());
  });
}

/** Whether the build of the product is that of the sources as they are. */
export const isBuilt = () => product.isCurrent(sourceHash());

const product = {
  stamp: path.join(root, 'dist/.stamp'),
  files: ['dist/server/main.js', 'dist/renderer/render.js', 'dist/pages.json'],
  /** The server first, alone: what runs once it is built takes longer than the pages. */
  async build(onServerBuilt = async () => undefined) {
    await buildServer();
    const pages = buildPages();
    await awaitAll([onServerBuilt(pages), pages]);
  },
  isCurrent: (hash) => isCurrent(product, hash),
};

const buildServer = () => viteBuild('the server', ['--ssr']);

/** At low priority: what runs beside it takes longer. */
const buildPages = () =>
  step('Building the pages', process.execPath, [path.join(import.meta.dirname, 'build-pages.mjs')], {
    isLowPriority: true,
  });

const demoFolder = path.join(root, 'dist/demo');
const demo = {
  stamp: path.join(root, 'dist/.demo-stamp'),
  files: ['dist/demo/demo/index.html'],
  async build() {
    const draft = `${demoFolder}-draft`;
    await viteBuild('the demo', ['--mode', 'demo', '--outDir', draft]);
    // Replaced as a whole, so that a running server finds either all files or none.
    fs.renameSync(draft, demoFolder);
  },
  isCurrent: (hash) => isCurrent(demo, hash),
};

/**
 * Builds the product unless it is built from the sources as they are; `onServerBuilt` runs beside the build of the pages,
 * whose promise it gets. A demo of other sources is removed.
 */
export async function buildProduct(onServerBuilt) {
  if (!demo.isCurrent(sourceHash())) fs.rmSync(demoFolder, { recursive: true, force: true });
  await buildOutdated([product], onServerBuilt);
}

/** Builds the product and the demo; they do not depend on each other. */
export const buildAll = () => buildOutdated([product, demo]);

async function buildOutdated(parts, onServerBuilt) {
  const outdated = (hash) => parts.filter((part) => !part.isCurrent(hash));
  if (outdated(sourceHash()).length === 0) return;
  await withLock(async () => {
    const hash = sourceHash();
    await awaitAll(
      outdated(hash).map(async (part) => {
        fs.rmSync(part.stamp, { force: true });
        if (part === demo) fs.rmSync(demoFolder, { recursive: true, force: true });
        await part.build(onServerBuilt);
        fs.mkdirSync(path.dirname(part.stamp), { recursive: true });
        fs.writeFileSync(part.stamp, hash);
      }),
    );
  });
}

/** Waits for all builds, so that none still writes when a failed one releases the lock. */
async function awaitAll(builds) {
  const ended = await Promise.allSettled(builds);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

function isCurrent({ files, stamp }, hash) {
  return files.every((file) => fs.existsSync(path.join(root, file))) && read(stamp) === hash;
}

function viteBuild(what, args) {
  return step(`Building ${what}`, process.execPath, [bin('vite'), 'build', ...args]);
}

/** Runs a command, shows that it is still at work, and shows its last output only when it fails. */
export async function step(label, command, args, { env = {}, isLowPriority = false } = {}) {
  const narrator = narrate(label);
  let output = '';
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (isLowPriority && child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  const endChild = () => child.kill();
  process.once('exit', endChild);
  const keep = (chunk) => {
    output = (output + chunk).slice(-MAX_OUTPUT_BYTES);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('exit', endChild);
  narrator.end(code === 0);
  if (code === 0) return output;
  const shown = process.stdout.isTTY ? output : stripVTControlCharacters(output);
  const lines = shown.trimEnd().split('\n').slice(-40).join('\n');
  throw new SetupError(`${lines}\n\n${label} failed: ${path.basename(command)} ended with code ${code}.`);
}

export function bin(packageName) {
  const manifest = readJson(`node_modules/${packageName}/package.json`);
  const file = typeof manifest.bin === 'string' ? manifest.bin : Object.values(manifest.bin)[0];
  return path.join(root, 'node_modules', packageName, file);
}

export function explain(error) {
  console.error(error instanceof SetupError ? `\n${error.message}` : error);
  process.exit(1);
}

const CLEAR_LINE = '\r\u001b[K';
/** Labels in progress: on a terminal they share one line. */
const narrated = new Set();

function narrate(label) {
  const started = Date.now();
  const inPlace = process.stdout.isTTY;
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const progress = () => `${label} … ${seconds()}`;
  const show = () =>
    process.stdout.write(
      inPlace ? CLEAR_LINE + [...narrated].map((one) => one()).join(', ') : `${progress()}\n`,
    );
  narrated.add(progress);
  if (inPlace) show();
  else process.stdout.write(`${label} …\n`);
  const timer = setInterval(show, inPlace ? 1_000 : NARRATE_EVERY_MS);
  return {
    end(good) {
      clearInterval(timer);
      narrated.delete(progress);
      process.stdout.write(
        `${inPlace ? CLEAR_LINE : ''}${label} … ${good ? 'done' : 'failed'} in ${seconds()}\n`,
      );
    },
  };
}

function installHash() {
  const { dependencies, devDependencies, overrides } = readJson('package.json');
  const declared = JSON.stringify({ dependencies, devDependencies, overrides });
  return hashFiles(['package-lock.json', 'patches'], declared);
}

function sourceHash() {
  return hashFiles(buildInputs, JSON.stringify(readJson('package.json').imports));
}

// npm stores a copy of the lock for what it really installed: packages put there by hand need no second install.
function installedMatchesLock() {
  const installedLock = read(path.join(root, 'node_modules/.package-lock.json'));
  if (!installedLock) return false;
  const installed = JSON.parse(installedLock).packages;
  const locked = readJson('package-lock.json').packages;
  const { dependencies, devDependencies } = readJson('package.json');
  const asDeclared = Object.entries({ ...dependencies, ...devDependencies }).every(
    ([name, version]) => locked[`node_modules/${name}`]?.version === version,
  );
  const asLocked = Object.entries(locked).every(([folder, { version, optional }]) =>
    installed[folder] ? installed[folder].version === version : folder === '' || optional,
  );
  return asDeclared && asLocked;
}

async function patchesApply() {
  return step('Checking the installed packages', process.execPath, [
    bin('patch-package'),
    '--error-on-fail',
  ]).then(
    () => true,
    () => false,
  );
}

function hashFiles(names, seed) {
  const hash = createHash('sha256').update(seed);
  for (const file of names.flatMap((name) => filesBelow(path.join(root, name)))) {
    hash.update(`\0${path.relative(root, file)}\0`).update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(start) {
  const stat = fs.statSync(start, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return notBuilt.test(start) ? [] : [start];
  return fs
    .readdirSync(start)
    .sort()
    .flatMap((name) => filesBelow(path.join(start, name)));
}

async function withLock(work) {
  await takeLock();
  const heartbeat = setInterval(() => fs.utimesSync(lockFile, new Date(), new Date()), HEARTBEAT_MS);
  const release = () => fs.rmSync(lockFile, { force: true });
  const releaseAndEnd = (signal) => {
    release();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', releaseAndEnd).once('SIGTERM', releaseAndEnd);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('SIGINT', releaseAndEnd).off('SIGTERM', releaseAndEnd);
    release();
  }
}

async function takeLock() {
  fs.mkdirSync(path.dirname(lockFile), { recursive: true });
  const mine = `${lockFile}.${process.pid}`;
  fs.writeFileSync(mine, String(process.pid));
  try {
    for (let announced = false; !linked(mine, lockFile); await sleep(200)) {
      const holder = read(lockFile);
      if (holder === undefined) continue;
      if (isStale(holder)) {
        retireLock(holder);
      } else if (!announced) {
        console.log(`Another start (process ${holder}) is installing or building; waiting for it.`);
        announced = true;
      }
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

// A link appears whole or not at all, so a reader never sees a lock without its holder.
function linked(from, to) {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(holder) {
  const age = Date.now() - (fs.statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > STALE_AFTER_MS || Number(holder) === process.pid || !isAlive(Number(holder));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// Two waiters may find the same stale lock: the one that moves a fresh lock away puts it back.
function retireLock(staleHolder) {
  const aside = `${lockFile}.stale.${process.pid}`;
  try {
    fs.renameSync(lockFile, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== staleHolder) linked(aside, lockFile);
  fs.rmSync(aside, { force: true });
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
}
