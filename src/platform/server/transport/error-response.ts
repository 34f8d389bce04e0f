import type { Hono } from 'hono';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { wireErrorOf } from '../errors/error-mapping.ts';
import type { HttpEnv } from './http-env.ts';

/** The answer to a request that failed or is refused, in JSON. */
export function errorResponse(error: unknown, headers = new Headers()): Response {
  const { status, code, message, issues, retryAfterSeconds } = wireErrorOf(error);
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  if (retryAfterSeconds !== null) headers.set('retry-after', String(retryAfterSeconds));
  const body = issues.length > 0 ? { message, code, issues } : { message, code };
  return new Response(JSON.stringify(body), { status, headers });
}

/** Answers 405 to all other methods of a path. */
export function refuseOtherMethods(app: Hono<HttpEnv>, path: string, allow: string): void {
  app.all(path, () =>
    errorResponse(new DomainError(commonErrors.METHOD_NOT_ALLOWED), new Headers({ allow })),
  );
}

/** Answers 404 in JSON to all other API paths. */
export function refuseUnknownApiPaths(app: Hono<HttpEnv>): void {
  app.all('/api/*', () => errorResponse(new DomainError(commonErrors.NOT_FOUND)));
}
