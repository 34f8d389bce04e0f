import type { Hono } from 'hono';
import { type HttpEnv, policyWith } from '#platform/server/transport/http.ts';
import { builtFiles } from './built-files.ts';

/** The demo is a build of its own, so that the product's pages have nothing of it. */
export interface BuiltDemo {
  /** The folder of the files that the demo loads. */
  folder: string;
  page: string;
}

/** Only the worker, in which the demo's database runs, may compile WebAssembly. */
const workerPolicy = policyWith({ 'script-src': "'self' 'wasm-unsafe-eval'" });
const WORKER = /\/worker-[\w-]+\.js$/;

export function mountDemoFiles(app: Hono<HttpEnv>, { folder }: BuiltDemo): void {
  app.use('/demo-assets/*', async (c, next) => {
    await next();
    if (!c.res.ok) return;
    c.header('cache-control', 'public, max-age=31536000, immutable');
    if (WORKER.test(c.req.path)) c.header('content-security-policy', workerPolicy);
  });
  app.use('/demo-assets/*', builtFiles(folder));
  app.all('/demo-assets/*', (c) => c.text('Not found', 404));
}
