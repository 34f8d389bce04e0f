import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { HttpEnv } from '#platform/server/transport/http.ts';

/** What a browser may accept, the smallest first, and how the build names a file that it has packed so. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Their names change with their content. */
const HASHED = /^\/assets\//;

interface KeptFile {
  bytes: Buffer<ArrayBuffer>;
  etag: string;
  modified: string;
}

/**
 * The files of the build, each read once and kept: together they are as large as the build, and it cannot grow while
 * the server runs. A part of a file is rarely asked for and comes from the disk.
 */
export function builtFiles(folder: string): MiddlewareHandler<HttpEnv> {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length - 1))
      .map((name) => name.replaceAll(sep, '/')),
  );
  const kept = new Map<string, Promise<KeptFile>>();
  const parts = serveStatic<HttpEnv>({ root: folder });

  function fileOf(name: string): Promise<KeptFile> {
    const known = kept.get(name) ?? read(join(folder, name));
    kept.set(name, known);
    known.catch(() => kept.delete(name));
    return known;
  }

  return async (c, next) => {
    const { method, path } = c.req;
    if (!names.has(path) || (method !== 'GET' && method !== 'HEAD')) return next();
    if (c.req.header('range') !== undefined) return parts(c, next);
    const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((encoding) => encoding.trim());
    const packed = ENCODINGS.find(
      ([encoding, ending]) => accepted.includes(encoding) && names.has(path + ending),
    );
    const file = await fileOf(path + (packed?.[1] ?? '')).catch(() => null);
    return file ? answer(c, file, packed?.[0]) : next();
  };
}

async function read(file: string): Promise<KeptFile> {
  const [bytes, { mtime }] = await Promise.all([readFile(file), stat(file)]);
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, etag: `"${hash}"`, modified: mtime.toUTCString() };
}

function answer(c: Context<HttpEnv>, { bytes, etag, modified }: KeptFile, encoding?: string): Response {
  if (HASHED.test(c.req.path)) c.header('cache-control', 'public, max-age=31536000, immutable');
  c.header('etag', etag);
  c.header('last-modified', modified);
  if (encoding !== undefined) c.header('vary', 'Accept-Encoding');
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  c.header('content-type', getMimeType(c.req.path) ?? 'application/octet-stream');
  c.header('content-length', String(bytes.length));
  if (encoding !== undefined) c.header('content-encoding', encoding);
  return c.req.method === 'HEAD' ? c.body(null) : c.body(bytes);
}

/** Whether the copy that somebody has is still right; who packed it on its way has made its tag a weak one. */
function isKnown(tags: string | undefined, etag: string): boolean {
  return tags?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}
