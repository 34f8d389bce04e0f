import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { step } from '../development/bootstrap.mjs';
import { findChromium } from '../development/chromium.mjs';

const PAGES = [
  '/',
  '/waitlist',
  '/login',
  '/learn',
  '/learn/what-you-pay',
  '/learn/returns-calculator',
  '/offering/3-highland-park-duplex',
  '/legal/terms',
  '/about/company',
  '/about/contact',
  '/about/fees',
  '/about/security',
  '/about/status',
];
const NAME_WIDTH = Math.max(...PAGES.map(({ length }) => length));
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LOCKED = path.join(import.meta.dirname, 'lighthouse');
const { dependencies } = JSON.parse(readFileSync(path.join(LOCKED, 'package.json'), 'utf8'));
const HOME = path.join(import.meta.dirname, '../../.cache', `lighthouse-${dependencies.lighthouse}`);
const CLI = path.join(HOME, 'node_modules/lighthouse/cli/index.js');
const CHROMIUM_FLAGS = '--headless=new --no-sandbox --disable-dev-shm-usage --no-proxy-server';

/** A page may be visited again when Lighthouse fails, for example because the browser began late. */
const MAX_VISITS = 3;

interface Report {
  runtimeError?: { code: string; message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const RUNS = Number(options.runs);
if (!Number.isInteger(RUNS) || RUNS % 2 === 0)
  throw new Error('--runs takes an odd number, so that there is a median.');

/** Visits a page as a phone on a slow network does, with nothing in the cache; again when Lighthouse fails. */
async function visit(url: string, chromium: string): Promise<Report> {
  for (let visits = 1; ; visits++) {
    const { report, failure } = await tryVisit(url, chromium);
    if (report) return report;
    if (visits === MAX_VISITS) throw new Error(`Lighthouse could not visit ${url}: ${failure}.`);
    console.log(`Visiting ${url} again, because Lighthouse failed: ${failure}.`);
  }
}

async function tryVisit(url: string, chromium: string): Promise<{ report?: Report; failure?: string }> {
  const args = [url, '--quiet', '--output=json', '--output-path=stdout', `--chrome-flags=${CHROMIUM_FLAGS}`];
  const run = spawn(process.execPath, [CLI, ...args, `--only-categories=${CATEGORIES.join()}`], {
    env: { ...process.env, CHROME_PATH: chromium },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')]);
  if (code !== 0) return { failure: `exit code ${code}` };
  const report: Report = JSON.parse(printed);
  return report.runtimeError ? { failure: report.runtimeError.code } : { report };
}

const METRICS = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'SI',
};

/** Metrics that make up the score of a page's speed. */
const speedOf = ({ audits }: Report) =>
  Object.entries(METRICS)
    .map(([id, name]) => `${name} ${audits[id]?.displayValue ?? 'unknown'}`)
    .join('  ');

const percent = (score: number | null | undefined) => Math.round((score ?? 0) * 100);

/** Audits that cost a category points, or nothing. */
function shortcomings({ categories, audits }: Report, category: string): string[] {
  const counting = categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return counting.flatMap(({ id }) => {
    const audit = audits[id];
    if (!audit || audit.score === null || audit.score >= 0.9) return [];
    return [`${category}: ${audit.title} ${audit.displayValue ?? ''}`.trim()];
  });
}

const scoreOf = ({ categories }: Report, category: string) => percent(categories[category]?.score);

const sorted = (reports: readonly Report[], category: string) =>
  [...reports].sort((one, two) => scoreOf(one, category) - scoreOf(two, category));

const middleOf = (reports: readonly Report[], category: string) =>
  sorted(reports, category)[reports.length >> 1] as Report;

/** The median of a category and, where the runs differ, from which score to which. */
function spreadOf(reports: readonly Report[], category: string): string {
  const scores = sorted(reports, category).map((report) => scoreOf(report, category));
  const [lowest, highest] = [scores[0], scores.at(-1)];
  const median = `${category} ${String(scores[scores.length >> 1]).padStart(3)}`;
  return lowest === highest ? median : `${median} (${lowest} to ${highest})`;
}

/**
 * Prints the scores of a page, each the median of its runs, because the speed of a page differs from run to run. True
 * when all of them are 100.
 */
function report(page: string, reports: readonly Report[]): boolean {
  console.log(page.padEnd(NAME_WIDTH), CATEGORIES.map((category) => spreadOf(reports, category)).join('  '));
  console.log(`  ${speedOf(middleOf(reports, 'performance'))}`);
  const short = CATEGORIES.filter((category) => scoreOf(middleOf(reports, category), category) !== 100);
  for (const line of short.flatMap((category) => shortcomings(middleOf(reports, category), category))) {
    console.log(`  ${line}`);
  }
  return short.length === 0;
}

const chromium = await findChromium();
if (!chromium) throw new Error('No Chromium was found. Install one and name it in CHROMIUM_PATH.');
if (!existsSync(CLI)) {
  cpSync(LOCKED, HOME, { recursive: true });
  await step('Installing Lighthouse', 'npm', ['ci', '--prefix', HOME, '--no-audit', '--no-fund']);
}
const folder = await mkdtemp(path.join(tmpdir(), 'commonhold-lighthouse-'));
const server = await startBuiltServer({ DATA_DIR: path.join(folder, 'data'), SAMPLE_DATA: '1' });
try {
  for (const page of PAGES) {
    const reports: Report[] = [];
    while (reports.length < RUNS) reports.push(await visit(server.url + page, chromium));
    if (!report(page, reports)) process.exitCode = 1;
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
