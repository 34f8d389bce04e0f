import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono, MiddlewareHandler } from 'hono';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';
import { policyWith } from '#platform/server/transport/response-headers.ts';
import { builtFiles } from './built-files.ts';

/** The demo is a build of its own, so that the product's pages have nothing of it. */
export interface BuiltDemo {
  /** Serves the files that the demo loads. */
  files: MiddlewareHandler<HttpEnv>;
  /** Reads the demo's page; null until the demo is built. */
  page(): Promise<string | null>;
}

/** The demo in a folder. A first start builds it while the product serves already, so the folder may appear later. */
export function openDemo(folder: string): BuiltDemo {
  let files: MiddlewareHandler<HttpEnv> | null = null;
  let page: string | null = null;
  return {
    async files(c, next) {
      if (!existsSync(folder)) return next();
      files ??= builtFiles(folder);
      return files(c, next);
    },
    async page() {
      if (page === null && existsSync(folder)) page = await readFile(join(folder, 'demo/index.html'), 'utf8');
      return page;
    },
  };
}

const RELOAD_AFTER_SECONDS = 5;

/** The page in the demo's place while it is being built. */
export const DEMO_PENDING_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <meta http-equiv="refresh" content="${RELOAD_AFTER_SECONDS}" />
    <title>Preparing the demo · Commonhold</title>
  </head>
  <body>
    <h1>Preparing the demo</h1>
    <p>The demo is built after the first start, which takes about a minute. This page opens it when it is ready.</p>
  </body>
</html>
`;

/** Only the worker, in which the demo's database runs, may compile WebAssembly. */
const workerPolicy = policyWith({ 'script-src': "'self' 'wasm-unsafe-eval'" });
const WORKER = /\/worker-[\w-]+\.js$/;

export function mountDemoFiles(app: Hono<HttpEnv>, { files }: BuiltDemo): void {
  app.use('/demo-assets/*', async (c, next) => {
    await next();
    if (!c.res.ok) return;
    c.header('cache-control', 'public, max-age=31536000, immutable');
    if (WORKER.test(c.req.path)) c.header('content-security-policy', workerPolicy);
  });
  app.use('/demo-assets/*', files);
  app.all('/demo-assets/*', (c) => c.text('Not found', 404));
}
