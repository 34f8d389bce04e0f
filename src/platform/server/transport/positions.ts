import type { Context, MiddlewareHandler } from 'hono';
import { POSITION_HEADER } from '#kernel/answer-headers.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { isLater, type Position, type Replicas } from '../database/replicas.ts';
import { cookie, valueIn } from './cookies.ts';
import type { Seen } from './replica-reads.ts';

const POSITION_COOKIE = 'commonhold-position';
/** Long after a replica that lacks such a position has been set aside. */
const COOKIE_MINUTES = 10;
/** No position: who carries it reads on the primary until it gets one. */
const NO_POSITION = 'unknown';

/** What the request says of what its caller has seen, and what its answer should say. */
interface SeenByCaller {
  seen: Seen;
  /** `fresh`: the position after the request. A token: that one. Null: nothing. */
  answer: 'fresh' | { token: string } | null;
}

/**
 * Reads the position that a request carries. A person who carries none, on a new device or after ten minutes, begins on
 * the primary. So does who carries one that is not ours: forged, of another server, or of a key that is gone.
 */
export function seenByCaller(
  c: Context,
  { isSignedIn, secure }: { isSignedIn: boolean; secure: boolean },
  replicas: Replicas,
): SeenByCaller {
  const inCookie = valueIn(c.req.header('cookie'), POSITION_COOKIE, secure);
  const inHeader = c.req.header(POSITION_HEADER) || null;
  const isScript = c.req.header('authorization') !== undefined;
  if (inCookie === null && inHeader === null) {
    if (!isSignedIn) return { seen: null, answer: null };
    return { seen: 'unknown', answer: isScript ? null : 'fresh' };
  }
  const [ofCookie, ofHeader] = [inCookie, inHeader].map((token) => ownPosition(token, replicas));
  if (ofCookie === 'unknown' || ofHeader === 'unknown') return { seen: 'unknown', answer: 'fresh' };
  if (!ofHeader) return { seen: ofCookie ?? null, answer: null };
  if (ofCookie && !isLater(ofHeader, ofCookie)) return { seen: ofCookie, answer: null };
  return { seen: ofHeader, answer: isScript || inHeader === null ? null : { token: inHeader } };
}

function ownPosition(token: string | null, { tokens, isOwn }: Replicas): Position | null | 'unknown' {
  if (token === null) return null;
  const position = tokens.read(token);
  return position && isOwn(position) ? position : 'unknown';
}

/** Variables of a request that this middleware reads. */
export interface PositionVariables {
  seenByCaller?: SeenByCaller;
  /** Set by paths that change something by GET. */
  changes?: true;
}

/**
 * Adds to each answer of a change the position after it, and to others what they need, in a header and a cookie. The
 * position is read once for all changes that are answered at the same moment.
 */
export function carryPosition(
  replicas: Replicas,
  isSecure: (c: Context) => boolean,
): MiddlewareHandler<{ Variables: PositionVariables }> {
  return async (c, next) => {
    await next();
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const answer = isRead && !c.get('changes') ? c.get('seenByCaller')?.answer : 'fresh';
    if (!answer) return;
    const token = answer === 'fresh' ? await freshToken(replicas, c.res.status) : answer.token;
    c.res.headers.set(POSITION_HEADER, token);
    const maxAge = (COOKIE_MINUTES * MINUTE) / SECOND;
    c.res.headers.append('set-cookie', cookie(POSITION_COOKIE, token, maxAge, isSecure(c)));
  };
}

/** While the primary does not answer it is not asked: it may have made the change, so that no replica will do. */
async function freshToken({ position, tokens }: Replicas, status: number): Promise<string> {
  return status >= 500 ? NO_POSITION : position().then(tokens.write, () => NO_POSITION);
}
