import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { errorResponse } from './error-response.ts';
import type { HttpEnv } from './http-env.ts';
import type { RestRoute } from './rest.ts';

const MAX_BODY_BYTES = 256 * 1024;

const limitRead = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody });

/**
 * Refuses a body that is too large, and goes on once it has arrived: a session that ends meanwhile is not accepted, because
 * callers are authenticated after that. A body with Content-Length is judged by it. Only one that is chunked or still
 * arriving has to be read, which makes hono convert its lightweight request into a full one.
 */
export const limitBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined) {
    const refused = await unlessBroken(limitRead(c, async () => undefined));
    return refused ?? next();
  }
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) return refuseBody();
  // A body that came in one packet with its headers is complete once the event loop has gone on.
  if (isArriving(c)) await new Promise(setImmediate);
  if (isArriving(c)) {
    const body = await unlessBroken(c.req.raw.arrayBuffer());
    c.req.raw = new Request(c.req.raw, { body });
  }
  return next();
};

const isArriving = ({ env }: Context<HttpEnv>) => env?.incoming?.complete === false;

/** @throws DomainError MALFORMED when the connection breaks off */
async function unlessBroken<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch {
    throw new DomainError(commonErrors.MALFORMED, {
      message: 'The request body was cut off. Send it again.',
    });
  }
}

/** Closes the connection: the rest of the body is not read, so it cannot carry another request. */
function refuseBody(): Response {
  return errorResponse(new DomainError(commonErrors.TOO_LARGE), new Headers({ connection: 'close' }));
}

/** The body of a GET is ignored, because looking for it would convert the lightweight request into a full one. */
export const hasNoBody = (c: Context<HttpEnv>) => c.req.method === 'GET' || c.req.method === 'HEAD';

/** Upload paths have their own size limits. */
export function uploadMatcher(routes: readonly RestRoute[]): (c: Context<HttpEnv>) => boolean {
  const paths = routes
    .filter(({ upload }) => upload)
    .map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  return (c) => c.req.method === 'POST' && paths.some((path) => path.test(c.req.path));
}

/**
 * The fields of a form that a browser sends.
 * @throws DomainError MALFORMED
 */
export async function formFields(c: Context<HttpEnv>): Promise<Record<string, string>> {
  try {
    const typed = Object.entries(await c.req.parseBody());
    return Object.fromEntries(
      typed.filter((field): field is [string, string] => typeof field[1] === 'string'),
    );
  } catch {
    throw new DomainError(commonErrors.MALFORMED, {
      message: 'The body is not a valid form. Send it again.',
    });
  }
}

/** @throws DomainError MALFORMED for a body that is not JSON, or not called so */
export async function jsonBody(c: Context<HttpEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new DomainError(commonErrors.MALFORMED, {
      message: 'Send a JSON body with content-type application/json.',
    });
  }
  try {
    return await c.req.json();
  } catch {
    throw new DomainError(commonErrors.MALFORMED, { message: 'The body is not valid JSON.' });
  }
}
