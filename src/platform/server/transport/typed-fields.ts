import { z } from 'zod';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { cookie, valueIn } from './cookies.ts';
import type { TrpcContext } from './trpc.ts';

const COOKIE = 'commonhold-typed';
/** Three such fields fit into a cookie, whatever their characters. */
const MAX_CHARACTERS = 254;

const typedFields = z.record(z.string(), z.string().max(MAX_CHARACTERS));
export type TypedFields = z.infer<typeof typedFields>;

/**
 * Keeps what was typed in a form that was sent without scripts and refused: for a minute, in a cookie, so that it is in
 * no address. The page that shows the refusal shows it again. Never hand it a secret.
 */
export function keepTyped(
  { responseHeaders, caller }: Pick<TrpcContext, 'responseHeaders' | 'caller'>,
  fields: TypedFields,
): void {
  const stored = Object.entries(fields).filter(([, text]) => text !== '' && text.length <= MAX_CHARACTERS);
  const value = Buffer.from(JSON.stringify(Object.fromEntries(stored))).toString('base64url');
  responseHeaders.append('set-cookie', cookie(COOKIE, value, MINUTE / SECOND, caller.secure));
}

/** The fields in a Cookie header; null when there are none. */
export function typedIn(cookies: string | undefined, secure: boolean): TypedFields | null {
  const value = valueIn(cookies, COOKIE, secure);
  if (value === null) return null;
  try {
    return typedFields.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return null;
  }
}

/** The Set-Cookie value that removes them: they are shown once. */
export const forgottenTyped = (secure: boolean): string => cookie(COOKIE, '', 0, secure);
