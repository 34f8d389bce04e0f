import type { Context } from 'hono';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { Platform } from '../runtime/platform.ts';
import { sendsBearer } from './bearer.ts';
import { countedAddress } from './client-address.ts';
import type { HttpEnv } from './http-env.ts';

/** The client's address (in the form that limits count) and scheme, trusting exactly the configured number of proxies. */
export function networkOf(c: Context<HttpEnv>, platform: Platform) {
  const { proxyHops, publicUrl } = platform.config;
  const socket = c.env?.incoming?.socket.remoteAddress ?? 'local';
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  const address = countedAddress(proxyHops > 0 ? forwarded.at(-proxyHops) || socket : socket);
  const behindHttps = proxyHops > 0 && c.req.header('x-forwarded-proto') === 'https';
  const secure = behindHttps || (publicUrl?.startsWith('https://') ?? false);
  return { address, secure, userAgent: c.req.header('user-agent') ?? '' };
}

const OWN_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether the request comes from this machine, without a proxy, and to a loopback name: any other name may belong to a
 * foreign site that points it here (DNS rebinding).
 */
export function isLocal(c: Context<HttpEnv>): boolean {
  const socket = c.env?.incoming?.socket.remoteAddress ?? '';
  const forwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded');
  const isDirect = forwarded === undefined && /^(127\.|::1$|::ffff:127\.)/.test(socket);
  return isDirect && OWN_NAME.test(c.req.header('host') ?? '');
}

/**
 * CSRF protection: refuses state-changing requests that a browser sends for another site. Sec-Fetch-Site must be
 * same-origin; without that header Origin must be ours. A client that sends neither is not a browser.
 */
export function refuseCrossSite(c: Context<HttpEnv>, platform: Platform): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return;
  if (sendsBearer(c)) return;
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw new DomainError(commonErrors.CROSS_SITE);
  }
  const origin = c.req.header('origin');
  if (origin === undefined) return;
  const own = [platform.config.publicUrl, new URL(c.req.url).origin, `http://${c.req.header('host')}`];
  if (!own.some((url) => url && URL.canParse(url) && new URL(url).origin === origin)) {
    throw new DomainError(commonErrors.CROSS_SITE);
  }
}
