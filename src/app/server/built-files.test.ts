import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';
import { builtFiles } from './built-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'commonhold-files-'));
const files = {
  'assets/app-1.js': 'the script',
  'assets/app-1.js.br': 'packed by brotli',
  'assets/app-1.js.gz': 'packed by gzip',
  'start.js': 'the start',
};
const app = new Hono<HttpEnv>();
beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  app.use('*', builtFiles(folder));
  app.all('*', (c) => c.text('nothing here', 404));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  Promise.resolve(app.request(path, { method, headers }));

describe('a file of the build', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', files['assets/app-1.js.br']],
    ['gzip, deflate', 'gzip', files['assets/app-1.js.gz']],
    ['identity', null, files['assets/app-1.js']],
    ['br;q=0', null, files['assets/app-1.js']],
  ])('comes in the smallest form that the browser accepts: %s', async (accepted, encoding, text) => {
    const answer = await ask('/assets/app-1.js', { 'accept-encoding': accepted });
    const { headers } = answer;
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('vary')).toBe(encoding === null ? null : 'Accept-Encoding');
    expect(headers.get('content-length')).toBe(String(text.length));
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('is cached for good by browsers when its name changes with its content, and only then', async () => {
    const [hashed, fixed] = [await ask('/assets/app-1.js'), await ask('/start.js')];
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect([fixed.status, fixed.headers.get('cache-control')]).toEqual([200, null]);
  });

  test('is not sent again to a browser that has it, each form by its own tag', async () => {
    const packed = { 'accept-encoding': 'br' };
    const etag = (await ask('/assets/app-1.js', packed)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const answer = await ask('/assets/app-1.js', { ...packed, 'if-none-match': known });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await ask('/assets/app-1.js', { 'if-none-match': etag })).status).toBe(200);
  });

  test('is asked about without being sent', async () => {
    const answer = await ask('/start.js', {}, 'HEAD');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-length')).toBe(String(files['start.js'].length));
  });

  test('is sent in part when a part is asked for', async () => {
    const answer = await ask('/assets/app-1.js', { range: 'bytes=4-9', 'accept-encoding': 'br' });
    expect([answer.status, await answer.text()]).toEqual([206, 'script']);
    expect(answer.headers.get('content-range')).toBe('bytes 4-9/10');
    expect((await ask('/assets/app-1.js', { range: 'bytes=90-' })).status).toBe(416);
  });

  test('is the one that the server has started with', async () => {
    writeFileSync(join(folder, 'later.js'), 'later');
    const before = await (await ask('/start.js')).text();
    writeFileSync(join(folder, 'start.js'), 'of another build');
    expect([before, await (await ask('/start.js')).text()]).toEqual([files['start.js'], files['start.js']]);
    expect((await ask('/later.js')).status).toBe(404);
  });
});

test.each([
  ['GET', '/'],
  ['GET', '/assets'],
  ['GET', '/assets/'],
  ['GET', '/assets/app-2.js'],
  ['GET', '/../secret'],
  ['GET', '/assets/%2e%2e/start.js.map'],
  ['GET', '/assets/%'],
  ['POST', '/start.js'],
])('%s %s is left to what comes after the files', async (method, path) => {
  expect((await ask(path, {}, method)).status).toBe(404);
});

test('a file that has gone since the start is asked for again', async () => {
  const gone = mkdtempSync(join(tmpdir(), 'commonhold-gone-'));
  writeFileSync(join(gone, 'a.js'), 'a');
  const others = new Hono<HttpEnv>().use('*', builtFiles(gone));
  rmSync(join(gone, 'a.js'));
  expect((await others.request('/a.js')).status).toBe(404);
  writeFileSync(join(gone, 'a.js'), 'back');
  expect(await (await others.request('/a.js')).text()).toBe('back');
  rmSync(gone, { recursive: true });
});
