import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { SECOND } from '#kernel/time.ts';
import { rows } from '../database/db.ts';
import type { Platform } from '../runtime/platform.ts';
import { errorResponse } from './error-response.ts';
import type { HttpEnv } from './http-env.ts';

const MAX_DATABASE_SECONDS = 2;

/** `/healthz` and `/readyz` for whatever restarts servers and sends them requests, and `/metrics`. */
export function mountProbes(app: Hono<HttpEnv>, platform: Platform): void {
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    if (platform.isDraining) return c.text('the server is stopping', 503, { 'retry-after': '1' });
    try {
      await withinSeconds(MAX_DATABASE_SECONDS, rows(platform.db, sql`select 1 as one`));
      return c.text('ready');
    } catch {
      return c.text('the database does not answer', 503, { 'retry-after': '1' });
    }
  });
  app.get('/metrics', async (c) => {
    const { metricsToken } = platform.config;
    if (metricsToken && c.req.header('authorization') !== `Bearer ${metricsToken}`) {
      return errorResponse(new DomainError(commonErrors.UNAUTHORIZED));
    }
    const { registry } = platform.metrics;
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
}

async function withinSeconds<Value>(seconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), seconds * SECOND);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
