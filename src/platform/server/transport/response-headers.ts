import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './http-env.ts';

/** Hashes of the inline styles that sonner (an empty element, then its sheet) and react-aria add to the page. */
const LIBRARY_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
];

const POLICY = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': `'self' ${LIBRARY_STYLES.join(' ')}`,
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  /** A PDF that a reviewer looks at. */
  'frame-src': 'blob:',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/** The content security policy of our pages, with changed directives. */
export function policyWith(changes: Partial<typeof POLICY>): string {
  return Object.entries({ ...POLICY, ...changes })
    .map((part) => part.join(' '))
    .join('; ');
}

const CSP = 'content-security-policy';
const PAGE_POLICY = policyWith({});
const HEADERS = Object.entries({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
});

/** Completes the headers of every answer: those for security, the request's id, and who may cache it. */
export const completeHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  // A page outside the app sets its own policy.
  if (!headers.has(CSP)) headers.set(CSP, PAGE_POLICY);
  for (const [name, value] of HEADERS) headers.set(name, value);
  headers.set('x-request-id', c.get('requestId'));
  if (headers.has('set-cookie')) keepPrivate(headers);
};

/** A shared cache stores an answer with its cookies, and would give them to strangers: such an answer is not public. */
function keepPrivate(headers: Headers): void {
  const caching = headers.get('cache-control');
  if (caching) headers.set('cache-control', caching.replace(/\bpublic\b/, 'private'));
}
