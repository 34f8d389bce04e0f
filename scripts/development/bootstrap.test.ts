import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);

const fakeVite = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
const FILES = { client: 'pages.json', renderer: 'renderer/render.js', demo: 'demo/index.html', server: 'server/main.js' };
async function make(part, out = 'dist') {
  const file = out + '/' + FILES[part];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  appendFileSync('builds.log', part + ' ');
  await new Promise((resolve) => setTimeout(resolve, 150));
  if (process.env.FAIL_BUILD) process.exit(3);
}
`;
const fakeProgram = `${fakeVite}
const option = process.argv.indexOf('--outDir');
await make(process.argv.includes('demo') ? 'demo' : 'server', option < 0 ? undefined : process.argv[option + 1]);
`;
const fakeLibrary = `${fakeVite}
export const build = ({ mode = 'client' } = {}) => make(mode);
`;

let folder: string;

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const PARTS = ['server', 'client', 'renderer', 'demo'];
/** How often each part was built; they are built in parallel. */
function builds(): string {
  const log = path.join(folder, 'builds.log');
  const all = existsSync(log) ? readFileSync(log, 'utf8').trim().split(' ') : [];
  const counts = PARTS.map((part) => [part, all.filter((one) => one === part).length] as const);
  return counts.map(([part, count]) => `${part} x${count}`).join(' ');
}
const build = (env = {}) =>
  run(process.execPath, ['build.mjs'], { cwd: folder, env: { ...process.env, ...env } });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'commonhold-bootstrap-'));
  for (const file of ['bootstrap.mjs', 'build-pages.mjs'])
    cpSync(path.join(import.meta.dirname, file), path.join(folder, 'scripts/development', file));
  write('package.json', '{"type":"module","imports":{}}');
  write('node_modules/vite/package.json', '{"type":"module","main":"index.js","bin":{"vite":"vite.js"}}');
  write('node_modules/vite/vite.js', fakeProgram);
  write('node_modules/vite/index.js', fakeLibrary);
  write(
    'build.mjs',
    "import * as bootstrap from './scripts/development/bootstrap.mjs';\n" +
      "await bootstrap[process.env.PARTS ?? 'buildAll']().catch(bootstrap.explain);\n",
  );
  write('src/main.ts', 'one');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the build before a start', () => {
  it('runs when sources changed, and not for a test or an unchanged tree', async () => {
    await build();
    await build();
    expect(builds()).toBe('server x1 client x1 renderer x1 demo x1');
    write('src/main.test.ts', 'a test');
    await build();
    expect(builds()).toBe('server x1 client x1 renderer x1 demo x1');
    write('src/main.ts', 'two');
    await build();
    expect(builds()).toBe('server x2 client x2 renderer x2 demo x2');
  });

  it('begins with the server, and lets it start beside the pages, which it can wait for', async () => {
    write(
      'beside.mjs',
      "import { appendFileSync } from 'node:fs';\n" +
        "import { buildProduct } from './scripts/development/bootstrap.mjs';\n" +
        "const log = (text) => appendFileSync('builds.log', text + ' ');\n" +
        "await buildProduct(async (pages) => { log('started'); await pages; log('ready'); });\n",
    );
    await run(process.execPath, ['beside.mjs'], { cwd: folder });
    const order = readFileSync(path.join(folder, 'builds.log'), 'utf8').trim();
    expect(order).toBe('server started client renderer ready');
  });

  it('leaves the demo to a second step of a start, and removes one of other sources before', async () => {
    const demo = path.join(folder, 'dist/demo');
    await build({ PARTS: 'buildProduct' });
    expect([builds(), existsSync(demo)]).toEqual(['server x1 client x1 renderer x1 demo x0', false]);
    await build();
    expect([builds(), existsSync(demo)]).toEqual(['server x1 client x1 renderer x1 demo x1', true]);
    write('src/main.ts', 'two');
    await build({ PARTS: 'buildProduct' });
    expect([builds(), existsSync(demo)]).toEqual(['server x2 client x2 renderer x2 demo x1', false]);
  });

  it('runs once for two starts at the same time', async () => {
    await Promise.all([build(), build()]);
    expect(builds()).toBe('server x1 client x1 renderer x1 demo x1');
  });

  it('reports that it waits for another start, and continues after it', async () => {
    write('.cache/setup.lock', String(process.pid));
    const waiting = build();
    await new Promise((resolve) => waiting.child.stdout?.once('data', resolve));
    expect(builds()).toBe('server x0 client x0 renderer x0 demo x0');
    rmSync(path.join(folder, '.cache/setup.lock'));
    expect((await waiting).stdout).toContain(`Another start (process ${process.pid})`);
    expect(builds()).toBe('server x1 client x1 renderer x1 demo x1');
  });

  it('takes over the lock of a process that is gone', async () => {
    write('.cache/setup.lock', '4194305');
    await build();
    expect(builds()).toBe('server x1 client x1 renderer x1 demo x1');
    expect(existsSync(path.join(folder, '.cache/setup.lock'))).toBe(false);
  });

  it('says what failed, leaves no lock, and is tried again', async () => {
    await expect(build({ FAIL_BUILD: '1' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Building the (server|demo) failed: node ended with code 3\./),
    });
    expect(existsSync(path.join(folder, '.cache/setup.lock'))).toBe(false);
    await build();
    expect(builds()).toMatch(/^server x[12] client x[12] renderer x1 demo x[12]$/);
  });
});
