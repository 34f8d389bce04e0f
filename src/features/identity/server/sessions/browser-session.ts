import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { sessions } from '#db/schema/identity.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { SESSIONS_ENDED } from '../../identity.events.ts';
import { deviceName } from '../../identity.rules.ts';
import { tokenInCookies } from './cookies.ts';
import { createSession } from './sessions.ts';

/** The browser that signs in: its name, and the id of the session that it has so far. */
export const browser = z.strictObject({ device: z.string(), replaces: z.string().nullable() });
type Browser = z.infer<typeof browser>;

export function browserOf({ caller, cookies }: Pick<TrpcContext, 'caller' | 'cookies'>): Browser {
  const token = tokenInCookies(cookies, caller.secure);
  return { device: deviceName(caller.userAgent), replaces: token === null ? null : sha256(token) };
}

/** Opens a session for a browser, and ends the one that it replaces, also one of someone else. */
export async function openBrowserSession(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  { userId, device, replaces }: Browser & { userId: string },
): Promise<{ token: string; sessionId: string }> {
  if (replaces !== null) {
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.id, replaces))
      .returning({ userId: sessions.userId });
    for (const { userId: before } of ended) emit(SESSIONS_ENDED, { userId: before, payload: {} });
  }
  return createSession(tx, { userId, device, now });
}
