import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  bin,
  buildAll,
  buildProduct,
  explain,
  installPackages,
  requireNode,
  root,
  SetupError,
  step,
} from './bootstrap.mjs';
import { findChromium } from './chromium.mjs';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const STEP_LIMIT_MS = { commit: 30 * MINUTE, release: 24 * 60 * MINUTE };
const MESSAGE_LENGTH = 3_000;
const STOP_LIMIT_MS = 10_000;
const ONE_PASSED = { passed: 1, failed: 0 };
const ONE_FAILED = { passed: 0, failed: 1 };

const steps = {
  types: { title: 'Types', run: () => check('typescript', ['--noEmit', '--singleThreaded']) },
  lint: { title: 'Lint', run: () => check('@biomejs/biome', ['check', '.']) },
  imports: {
    title: 'Import rules',
    run: () => succeeds(process.execPath, ['scripts/checks/check-imports.mjs']),
  },
  build: { title: 'Build', run: build },
  unit: {
    title: 'Unit and integration',
    run: () => atEachMoment(unitTestsAt),
    needsBuild: true,
    needsSampleWorld: true,
  },
  race: { title: 'Races', run: () => vitest('race'), needsPostgres: true },
  model: { title: 'Against a model', run: () => vitest('model'), needsPostgres: true },
  load: { title: 'Load over HTTP', run: () => vitest('load'), needsPostgres: true, needsBuild: true },
  faults: { title: 'Faults', run: () => vitest('faults'), needsPostgres: true, needsBuild: true },
  access: { title: 'Access', run: () => vitest('access'), needsPostgres: true },
  fuzz: { title: 'Fuzzed input', run: () => vitest('fuzz'), needsPostgres: true },
  e2e: {
    title: 'Browser',
    run: () => atEachMoment(browserTestsAt),
    needsBuild: true,
    needsSampleWorld: true,
  },
  firefox: { title: 'Firefox', run: firefoxTests, needsBuild: true, beforeRelease: true },
  cluster: { title: 'Cluster', run: () => vitest('cluster'), needsBuild: true, beforeRelease: true },
  install: {
    title: 'Installation',
    run: () => vitest('install'),
    needsPostgres: true,
    needsBuild: true,
    beforeRelease: true,
  },
};

/** Steps that use one core each run side by side, the longest first; the others use all cores, or measure time. */
const stages = [
  ['build', 'types', 'imports', 'lint'],
  ['unit'],
  ['model', 'load', 'fuzz', 'race', 'access'],
  ['faults'],
  ['e2e'],
  ['firefox'],
  ['cluster'],
  ['install'],
];

const { names, grep, size, at } = readArguments(process.argv.slice(2));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'commonhold-test-'));
const running = new Set();
/** Output of a step's commands so far, when it is to be shown in one piece. */
const printed = new AsyncLocalStorage();
let postgres;
let postgresStarts;
let chromium;
/** Debian's package tool runs once at a time. */
let installing = Promise.resolve();
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt);

try {
  requireNode();
  process.chdir(root);
  await installPackages();
  const results = await runAll(names);
  await stopEverything();
  if (!interrupted) report(results);
} catch (error) {
  await stopEverything();
  explain(error);
}

function readArguments(given) {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      allowPositionals: true,
      options: { grep: { type: 'string' }, at: { type: 'string' }, release: { type: 'boolean' } },
    });
    const unknown = positionals.find((name) => !(name in steps));
    if (unknown) throw new TypeError(`There is no step "${unknown}".`);
    const at = values.at === undefined ? null : new Date(values.at);
    if (at && !(at > new Date())) throw new TypeError('--at needs a moment to come, like 2031-03-01T00:01Z.');
    if (at && !['unit', 'e2e'].includes(positionals.join()))
      throw new TypeError('--at is for the step "unit" or "e2e" alone.');
    return {
      names: positionals.length > 0 ? positionals : usualSteps(values.release),
      grep: values.grep,
      size: values.release ? 'release' : 'commit',
      at,
    };
  } catch (error) {
    const all = Object.keys(steps).join(' | ');
    console.error(
      `${error.message}\nUsage: npm test [-- ${all} ...] [--grep TEXT] [--at MOMENT] [--release]`,
    );
    process.exit(2);
  }
}

/** The steps that run when none is named; some run only before a release. */
function usualSteps(release) {
  return Object.keys(steps).filter((name) => release || !steps[name].beforeRelease);
}

async function runAll(chosen) {
  const results = new Map();
  // Installed while the first steps run; a failure is reported by the step that needs it.
  if (chosen.includes('e2e')) ensureChromium().catch(() => undefined);
  for (const stage of stages) {
    const waiting = stage.filter((name) => chosen.includes(name));
    const together = Math.min(waiting.length, os.availableParallelism());
    const work = async () => {
      for (let name = waiting.shift(); name && !interrupted; name = waiting.shift()) {
        results.set(name, together > 1 ? await runAside(name) : await runOne(name));
      }
    };
    await Promise.all(Array.from({ length: together }, work));
  }
  return chosen.flatMap((name) => results.get(name) ?? []);
}

async function runOne(name) {
  const { title, run, needsPostgres, needsBuild } = steps[name];
  if (!printed.getStore()) console.log(`\n── ${title} ──`);
  const started = Date.now();
  const counts = await Promise.resolve(needsPostgres && ensurePostgres())
    .then(() => needsBuild && buildAll())
    .then(run)
    .catch((error) => {
      console.error(error instanceof SetupError ? error.message : error);
      return ONE_FAILED;
    });
  return { title, ...counts, seconds: (Date.now() - started) / 1000 };
}

/** Beside other steps, so that what it prints is shown when it ends. */
async function runAside(name) {
  const chunks = [];
  const result = await printed.run(chunks, () => runOne(name));
  console.log(`\n── ${result.title} ──`);
  process.stdout.write(Buffer.concat(chunks));
  return result;
}

/** With the sample world beside the demo, so that not each of the workers that need it first builds it. */
async function build() {
  if (!names.some((name) => steps[name].needsSampleWorld)) return buildAll().then(() => ONE_PASSED);
  await buildProduct();
  const script = 'tests/support/make-sample-world.ts';
  const [made] = await Promise.all([succeeds(process.execPath, ['--import', 'tsx', script]), buildAll()]);
  return made;
}

function check(packageName, args) {
  return succeeds(process.execPath, [bin(packageName), ...args]);
}

async function succeeds(command, args) {
  return (await runVisibly(command, args)) === 0 ? ONE_PASSED : ONE_FAILED;
}

async function vitest(project, env = {}) {
  const file = path.join(scratch, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const filter = grep ? ['--testNamePattern', grep] : [];
  const args = [bin('vitest'), 'run', '--project', project, ...reporters, ...filter];
  const code = await runVisibly(process.execPath, args, env);
  const { numPassedTests = 0, testResults = [] } = readReport(file);
  const failures = testResults.filter(({ status }) => status === 'failed').flatMap(failuresOfFile);
  return judge(code, numPassedTests, failures);
}

async function firefoxTests() {
  return vitest('firefox', { FIREFOX_PATH: await ensureFirefox() });
}

/** Before a release at other moments too: what tests and the sample world hold depends on the day and the hour. */
async function atEachMoment(runAt) {
  const all = [];
  for (const moment of size === 'release' && !at ? [null, ...momentsToTry()] : [at]) {
    if (interrupted) break;
    if (moment) console.log(`As if it were ${moment.toISOString()}:`);
    all.push({ moment, ...(await runAt(moment)) });
  }
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    failures: all.flatMap(({ moment, failures = [] }) => {
      const when = moment ? ` (as if it were ${moment.toISOString()})` : '';
      return failures.map((one) => ({ ...one, title: one.title + when }));
    }),
  };
}

/** Over the end of the month and of the year, while a quarter waits for approval, on a leap day, and by chance. */
function momentsToTry() {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const chosen = [
    Date.UTC(year, month + 1, 1) - 3 * MINUTE,
    Date.UTC(year + 1, 0, 1) - 3 * MINUTE,
    Date.UTC(year, month - (month % 3) + 3, 4, 12),
    Date.UTC(year - (year % 4) + 4, 1, 29),
    ...Array.from({ length: 3 }, () => now.getTime() + Math.random() * 2 * YEAR),
  ];
  return chosen.map((ms) => new Date(Math.max(ms, now.getTime() + MINUTE)));
}

/** Settings with which every process started from here goes by a moment to come, on a sample world of that moment. */
function settingsAt(moment) {
  if (!moment) return {};
  return {
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(root, 'tests/support/start-ahead.mjs'))}`,
    TEST_CLOCK_AHEAD_MS: String(moment.getTime() - Date.now()),
    SAMPLE_WORLD_TEMPLATE: path.join(scratch, `sample-world-${moment.getTime()}`),
  };
}

function unitTestsAt(moment) {
  return vitest('unit', settingsAt(moment));
}

async function browserTestsAt(moment) {
  const file = path.join(scratch, `browser-${moment?.getTime() ?? 'now'}.json`);
  const filter = grep ? ['--grep', grep] : [];
  const args = [bin('@playwright/test'), 'test', '--reporter=list,json', ...filter];
  const code = await runVisibly(process.execPath, args, {
    CHROMIUM_PATH: await ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...settingsAt(moment),
  });
  const { stats = {}, suites = [] } = readReport(file);
  return judge(code, stats.expected ?? 0, suites.flatMap(failuresOfSuite));
}

// A file that cannot be read at all has no test to blame; it counts as one failure of its own.
function failuresOfFile({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const where = path.relative(root, name);
  if (failed.length === 0) return [{ title: where, message }];
  return failed.map((test) => ({
    title: `${where} › ${test.fullName}`,
    message: test.failureMessages.join('\n'),
  }));
}

function failuresOfSuite({ suites = [], specs = [] }) {
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        title: `[${projectName}] ${spec.file} › ${spec.title}`,
        message: results.flatMap(({ errors }) => errors.map((error) => error.message)).join('\n'),
      })),
  );
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}

// A runner that fails without a failed test, or finds nothing to run, must not look like a pass.
function judge(code, passed, failures) {
  const failed = failures.length;
  const nothingRan = passed + failed === 0;
  if (nothingRan && grep) return { passed, failed };
  if (nothingRan) console.error('No test was run.');
  return { passed, failures, failed: failed === 0 && (code !== 0 || nothingRan) ? 1 : failed };
}

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
}

function runVisibly(command, args, env = {}) {
  const chunks = printed.getStore();
  const colour = chunks && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      ...colour,
      TEST_SIZE: size,
      SAMPLE_WORLD_TEMPLATE: path.join(scratch, 'sample-world'),
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      ...env,
    },
    stdio: chunks ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  for (const stream of chunks ? [child.stdout, child.stderr] : []) {
    stream.on('data', (chunk) => chunks.push(chunk));
  }
  running.add(child);
  const limit = setTimeout(() => {
    console.error(`Stopped: the step took longer than ${STEP_LIMIT_MS[size] / MINUTE} minutes.`);
    endChild(child);
  }, STEP_LIMIT_MS[size]);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once(chunks ? 'close' : 'exit', (code) => resolve(code ?? 1));
  }).finally(() => {
    clearTimeout(limit);
    running.delete(child);
  });
}

function ensurePostgres() {
  postgresStarts ??= startPostgres();
  return postgresStarts;
}

async function startPostgres() {
  const { tsImport } = await import('tsx/esm/api');
  const support = await tsImport('../../tests/support/postgres-server.ts', import.meta.url);
  if (!support.findPostgresBinaries() && canInstall()) await aptInstall('Postgres', ['postgresql']);
  postgres = await support.startPostgres();
  console.log(`Postgres for the tests is on port ${postgres.port}.`);
}

function ensureChromium() {
  chromium ??= provideChromium();
  return chromium;
}

async function provideChromium() {
  const found = await findChromium();
  if (found) return found;
  for (const name of canInstall() ? ['chromium-headless-shell', 'chromium'] : []) {
    await aptInstall('Chromium', ['--no-install-recommends', name]).catch(() => undefined);
    const installed = await findChromium();
    if (installed) return installed;
  }
  await step('Downloading Chromium', process.execPath, [bin('@playwright/test'), 'install', 'chromium']);
  const downloaded = await findChromium();
  if (downloaded) return downloaded;
  throw new SetupError('No Chromium was found. Install one and name it in CHROMIUM_PATH.');
}

async function ensureFirefox() {
  const find = () =>
    [process.env.FIREFOX_PATH, 'firefox-esr', 'firefox'].find(
      (name) => name && spawnSync(name, ['--version']).status === 0,
    );
  const found = find();
  if (found) return pathOf(found);
  if (canInstall()) await aptInstall('Firefox', ['--no-install-recommends', 'firefox-esr']);
  const installed = find();
  if (installed) return pathOf(installed);
  throw new SetupError('No Firefox was found. Install one and name it in FIREFOX_PATH.');
}

function pathOf(name) {
  const folders = path.isAbsolute(name) ? [''] : (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

function aptInstall(title, packages) {
  const installed = installing.then(() => aptInstallNow(title, packages));
  installing = installed.catch(() => undefined);
  return installed;
}

async function aptInstallNow(title, packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await step('Updating the package lists', 'apt-get', ['update'], { env });
  await step(`Installing ${title}`, 'apt-get', ['install', '-y', ...packages], { env });
}

async function interrupt(signal) {
  if (interrupted) return;
  interrupted = true;
  await stopEverything();
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

async function stopEverything() {
  await Promise.all([...running].map(endChild));
  const stopping = postgres;
  postgres = undefined;
  await stopping?.stop();
  fs.rmSync(scratch, { recursive: true, force: true });
}

function endChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGINT');
  }).finally(() => clearTimeout(limit));
}

function report(results) {
  const width = Math.max(...results.map(({ title }) => title.length));
  console.log('');
  for (const { title, passed, failed, seconds } of results) {
    const columns = [title.padEnd(width), `${passed} passed`.padStart(12), `${failed} failed`.padStart(10)];
    console.log(`${columns.join('  ')}  ${`${seconds.toFixed(1)} s`.padStart(8)}`);
  }
  for (const { title, message } of results.flatMap(({ failures = [] }) => failures)) {
    console.log(`\nFailed: ${title}\n${message.slice(0, MESSAGE_LENGTH)}`);
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  process.exitCode = total('failed') > 0 || total('passed') === 0 ? 1 : 0;
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
}
