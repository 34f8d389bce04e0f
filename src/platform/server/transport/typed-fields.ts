import { z } from 'zod';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { cookie, valueIn } from './cookies.ts';
import type { TrpcContext } from './trpc.ts';

const COOKIE = 'commonhold-typed';
/** Three such fields of printable characters fit into a cookie. */
const MAX_CHARACTERS = 254;
const CONTROL = /\p{Cc}/u;

const typedFields = z.record(z.string(), z.string().max(MAX_CHARACTERS));
const stored = z.object({ path: z.string(), fields: typedFields });
export type TypedFields = z.infer<typeof typedFields>;

/**
 * Keeps what was typed in a form that was sent without scripts and refused: for a minute, in a cookie, so that it is in
 * no address. The page with this path, which shows the refusal, shows it again. Never hand it a secret.
 */
export function keepTyped(
  { responseHeaders, caller }: Pick<TrpcContext, 'responseHeaders' | 'caller'>,
  path: string,
  fields: TypedFields,
): void {
  const storable = Object.entries(fields).filter(
    ([, text]) => text !== '' && text.length <= MAX_CHARACTERS && !CONTROL.test(text),
  );
  const typed = JSON.stringify({ path, fields: Object.fromEntries(storable) });
  const value = Buffer.from(typed).toString('base64url');
  responseHeaders.append('set-cookie', cookie(COOKIE, value, MINUTE / SECOND, caller.secure));
}

/** The fields in a Cookie header that belong to the page with this path; null when there are none. */
export function typedIn(
  cookies: string | undefined,
  { path, secure }: { path: string; secure: boolean },
): TypedFields | null {
  const value = valueIn(cookies, COOKIE, secure);
  if (value === null) return null;
  try {
    const typed = stored.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
    return typed.path === path ? typed.fields : null;
  } catch {
    return null;
  }
}

/** The Set-Cookie value that removes them: they are shown once. */
export const forgottenTyped = (secure: boolean): string => cookie(COOKIE, '', 0, secure);
