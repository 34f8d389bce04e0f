import { z } from 'zod';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { SESSIONS_ENDED } from '../../identity.events.ts';
import { closeSession } from './sessions.ts';

/** Ends the session that the call came with, and its open streams. Without a session there is nothing to end. */
export const signOut = defineCommand({
  name: 'identity.signOut',
  input: z.strictObject({}),
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, emit }) {
    if (actor.sessionId !== null) await closeSession(tx, actor.sessionId);
    emit(SESSIONS_ENDED, { userId: actor.userId, payload: {} });
    return { signedOut: true as const };
  },
  audit: auditOfCaller,
});
