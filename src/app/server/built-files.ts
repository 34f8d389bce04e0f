import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, MiddlewareHandler, Next } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { acceptedEncodings } from '#platform/server/transport/content-encodings.ts';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';

/** The file extensions that the build gives to encoded files. */
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** Files whose names contain a hash of their content. */
const HASHED = /^\/assets\//;

interface CachedFile {
  bytes: Buffer<ArrayBuffer>;
  etag: string;
  modified: string;
}

/**
 * Serves the files of the build from memory; their total size is fixed while the server runs. Range requests are rare
 * and read from the disk.
 */
export function builtFiles(folder: string): MiddlewareHandler<HttpEnv> {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length - 1))
      .map((name) => name.replaceAll(sep, '/')),
  );
  const cache = new Map<string, Promise<CachedFile>>();
  const parts = serveStatic<HttpEnv>({ root: folder });

  function fileOf(name: string): Promise<CachedFile> {
    const file = cache.get(name) ?? read(join(folder, name));
    cache.set(name, file);
    file.catch(() => cache.delete(name));
    return file;
  }

  async function serve(c: Context<HttpEnv>, next: Next) {
    const { path } = c.req;
    if (c.req.header('range') !== undefined) return parts(c, next);
    const encoding = acceptedEncodings(c.req.header('accept-encoding')).find((accepted) =>
      names.has(path + EXTENSIONS[accepted]),
    );
    const file = await fileOf(path + (encoding ? EXTENSIONS[encoding] : '')).catch(() => null);
    return file ? answer(c, file, encoding) : next();
  }

  return (c, next) => {
    const { method, path } = c.req;
    return names.has(path) && (method === 'GET' || method === 'HEAD') ? serve(c, next) : next();
  };
}

async function read(file: string): Promise<CachedFile> {
  const [bytes, { mtime }] = await Promise.all([readFile(file), stat(file)]);
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, etag: `"${hash}"`, modified: mtime.toUTCString() };
}

function answer(c: Context<HttpEnv>, { bytes, etag, modified }: CachedFile, encoding?: string): Response {
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

/** Whether the client's copy is current. A proxy that has compressed it has made its tag weak (`W/`). */
function isKnown(tags: string | undefined, etag: string): boolean {
  return tags?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}
