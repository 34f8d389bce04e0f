import type { Context } from 'hono';

/** Only a script sends a bearer token; browsers send Basic credentials by themselves. */
export const sendsBearer = (c: Context): boolean => /^Bearer /i.test(c.req.header('authorization') ?? '');
