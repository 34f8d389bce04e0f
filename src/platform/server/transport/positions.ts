import type { Context, MiddlewareHandler } from 'hono';
import { POSITION_HEADER, UNKNOWN_POSITION } from '#kernel/answer-headers.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { isLater, type Position, type Replicas } from '../database/replicas.ts';
import { sendsBearer } from './bearer.ts';
import { cookie, valueIn } from './cookies.ts';
import type { SeenPosition } from './replica-reads.ts';

const POSITION_COOKIE = 'commonhold-position';
/** Longer than any replica in use can lag behind. */
const COOKIE_MINUTES = 10;

/** What a request says of what its caller has seen of the database. */
interface CarriedPosition {
  isSignedIn: boolean;
  seen: SeenPosition;
  /** The answer has to carry a position, whatever it is about. */
  needsPosition: boolean;
}

/**
 * Reads the position that a request carries. A signed-in person without one is answered by the primary: on a new device,
 * after ten minutes (a page keeps its own for longer, so only the cookie counts), and with one that we did not sign, or
 * signed for another server or with a key that is gone.
 */
export function carriedPosition(
  c: Context,
  { isSignedIn, secure }: { isSignedIn: boolean; secure: boolean },
  replicas: Replicas,
): CarriedPosition {
  const inCookie = ownPosition(valueIn(c.req.header('cookie'), POSITION_COOKIE, secure), replicas);
  const inHeader = ownPosition(c.req.header(POSITION_HEADER) || null, replicas);
  if (inCookie === 'unknown' || inHeader === 'unknown')
    return { isSignedIn, seen: 'unknown', needsPosition: isSignedIn };
  const isScript = sendsBearer(c);
  if (isSignedIn && inCookie === null && !(isScript && inHeader))
    return { isSignedIn, seen: 'unknown', needsPosition: !isScript };
  const isCookieLater = inCookie !== null && (inHeader === null || isLater(inCookie, inHeader));
  return { isSignedIn, seen: isCookieLater ? inCookie : inHeader, needsPosition: false };
}

function ownPosition(token: string | null, { tokens, isOwn }: Replicas): Position | null | 'unknown' {
  if (token === null) return null;
  const position = tokens.read(token);
  return position && isOwn(position) ? position : 'unknown';
}

/** Variables of a request that this middleware reads. */
export interface PositionVariables {
  /** Not set where no route has answered. */
  carriedPosition?: CarriedPosition;
  /** Set by paths that change something by GET. */
  changes?: true;
}

/**
 * Adds the position after a change to its answer, in a header and a cookie; other answers get one only if their caller
 * has none. The position is read once for all changes that are answered at the same moment.
 */
export function carryPosition(
  replicas: Replicas,
  isSecure: (c: Context) => boolean,
): MiddlewareHandler<{ Variables: PositionVariables }> {
  return async (c, next) => {
    await next();
    const isChange = mayHaveChanged(c);
    const isEarly = isStreamed(c.res);
    if (!isChange && (isEarly || !c.get('carriedPosition')?.needsPosition)) return;
    // A primary that has failed is not asked: it may have made the change, so that no replica will do.
    const isUnknown = isEarly || c.res.status >= 500;
    const token = isUnknown ? UNKNOWN_POSITION : await freshToken(replicas);
    c.res.headers.set(POSITION_HEADER, token);
    const maxAge = (COOKIE_MINUTES * MINUTE) / SECOND;
    c.res.headers.append('set-cookie', cookie(POSITION_COOKIE, token, maxAge, isSecure(c)));
  };
}

/** Nothing was changed where no route has answered, or where a visitor was refused. Strangers learn no position there. */
function mayHaveChanged(c: Context<{ Variables: PositionVariables }>): boolean {
  if (c.get('changes')) return true;
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return false;
  const isRefused = c.res.status >= 400 && c.res.status < 500;
  const carried = c.get('carriedPosition');
  return carried !== undefined && (carried.isSignedIn || !isRefused);
}

/** Whether the headers are sent before the work is done. */
function isStreamed({ headers }: Response): boolean {
  return headers.has('transfer-encoding') || headers.get('content-type') === 'text/event-stream';
}

const freshToken = ({ position, tokens }: Replicas): Promise<string> =>
  position().then(tokens.write, () => UNKNOWN_POSITION);
