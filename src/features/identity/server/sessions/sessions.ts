import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { eq, sql } from 'drizzle-orm';
import { type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import { type SessionRecord, secondFactors, sessions, users } from '#db/schema/identity.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { textArrayLiteral } from '#platform/server/database/columns.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { memoizePer } from '#platform/server/database/memoize-per.ts';
import { dataLoader } from '#platform/server/database/shared-reads.ts';
import { ifAvailable } from '#platform/server/errors/error-mapping.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { randomToken } from './secrets.ts';

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaOn>;
    DatabaseSessionAttributes: { record: SessionRecord };
    DatabaseUserAttributes: { role: 'user' | 'admin'; hasSecondFactor: boolean; isFrozen: boolean };
  }
}

/** A session ends after 14 days without use, and in any case after 90. */
export const SESSION_IDLE_DAYS = 14;
const MAX_SESSION_AGE_MS = 90 * DAY;
const LAST_SEEN_INTERVAL_MS = 10 * MINUTE;

/** Whether a person of a query over users has an authenticator app, as a column of that query. */
export const hasSecondFactor = sql<boolean>`exists (
  select 1 from ${secondFactors} where ${secondFactors.userId} = ${users.id} and ${secondFactors.enabledAt} is not null)`;

/** Whether the account of a person of a query over users is frozen, as a column of that query. */
export const isFrozen = sql<boolean>`exists (
  select 1 from ${frozenAccounts} where ${frozenAccounts.userId} = ${users.id})`;

/** Facts of a session and its person that every request needs. */
interface SessionWithUser {
  userId: string;
  role: 'user' | 'admin';
  hasSecondFactor: boolean;
  isFrozen: boolean;
  record: SessionRecord;
  expiresAt: Date;
}

/** A reader's session is extended when that is possible: a full disk must not keep anyone from reading. */
class BestEffortAdapter extends DrizzlePostgreSQLAdapter {
  override updateSessionExpiration(sessionId: string, expiresAt: Date): Promise<void> {
    return ifAvailable(super.updateSessionExpiration(sessionId, expiresAt));
  }

  /** Read together with the sessions of all who ask at the same time. */
  override async getSessionAndUser(
    sessionId: string,
  ): Promise<[session: DatabaseSession | null, user: DatabaseUser | null]> {
    const found = await this.find(sessionId);
    if (!found) return [null, null];
    const { userId, role, hasSecondFactor, isFrozen, record, expiresAt } = found;
    return [
      { id: sessionId, userId, expiresAt, attributes: { record } },
      { id: userId, attributes: { role, hasSecondFactor, isFrozen } },
    ];
  }

  private readonly find: (sessionId: string) => Promise<SessionWithUser | undefined>;

  constructor(db: Queryable) {
    super(db, sessions, users);
    const ofIds = db
      .select({
        id: sessions.id,
        userId: sessions.userId,
        role: users.role,
        hasSecondFactor,
        isFrozen,
        record: sessions.record,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(sql`${sessions.id} = any(${sql.placeholder('ids')}::text[])`)
      .prepare('sessions');
    this.find = dataLoader<SessionWithUser>(async (ids) => {
      const found = await ofIds.execute({ ids: textArrayLiteral(ids) });
      return new Map(found.map(({ id, ...session }) => [id, session]));
    });
  }
}

/** Lucia over this database or transaction: the only file that knows the library. */
const luciaOn = memoizePer(
  (db: Queryable) =>
    new Lucia(new BestEffortAdapter(db), {
      sessionExpiresIn: new TimeSpan(SESSION_IDLE_DAYS, 'd'),
      getSessionAttributes: ({ record }) => ({ record }),
      getUserAttributes: ({ role, hasSecondFactor, isFrozen }) => ({ role, hasSecondFactor, isFrozen }),
    }),
);

/** Opens a session; the token goes into the cookie, only its hash into the database. */
export async function createSession(
  db: Queryable,
  opening: { userId: string; device: string; now: Date },
): Promise<{ token: string; sessionId: string }> {
  const token = randomToken();
  const sessionId = sha256(token);
  const at = opening.now.toISOString();
  const record = { createdAt: at, lastSeenAt: at, authenticatedAt: at, device: opening.device };
  await luciaOn(db).createSession(opening.userId, { record }, { sessionId });
  return { token, sessionId };
}

export interface AuthenticatedUser {
  actor: UserActor;
  /** Whether the account has an authenticator app that is asked for at sign-in. */
  hasSecondFactor: boolean;
  isFrozen: boolean;
  /** True when the session was just extended, so that its cookie should be too. */
  wasExtended: boolean;
}

/** The user behind a session token, or null when it is unknown, expired or older than 90 days. */
export async function userBySessionToken(
  db: Queryable,
  token: string,
  now: Date,
): Promise<AuthenticatedUser | null> {
  const lucia = luciaOn(db);
  const sessionId = sha256(token);
  const { session, user } = await lucia.validateSession(sessionId);
  if (!session) return null;
  const { record } = session;
  if (now.getTime() - Date.parse(record.createdAt) > MAX_SESSION_AGE_MS) {
    await lucia.invalidateSession(sessionId);
    return null;
  }
  if (now.getTime() - Date.parse(record.lastSeenAt) > LAST_SEEN_INTERVAL_MS) {
    await ifAvailable(updateRecordFields(db, sessionId, { lastSeenAt: now.toISOString() }));
  }
  const authenticatedAt = new Date(record.authenticatedAt);
  const { id: userId, role, hasSecondFactor, isFrozen } = user;
  const actor: UserActor = { kind: 'user', userId, role, scope: 'write', sessionId, authenticatedAt };
  return { actor, hasSecondFactor, isFrozen, wasExtended: session.fresh };
}

/** Records that the person of a session has just proven their identity. */
export async function markAuthenticated(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await updateRecordFields(db, sessionId, { authenticatedAt: now.toISOString() });
}

/** Changes single fields, so that two changes of one moment do not undo each other. */
async function updateRecordFields(
  db: Queryable,
  sessionId: string,
  change: Partial<SessionRecord>,
): Promise<void> {
  await db
    .update(sessions)
    .set({ record: sql`${sessions.record} || ${JSON.stringify(change)}::text::jsonb` })
    .where(eq(sessions.id, sessionId));
}

/** Ends one session. */
export async function closeSession(db: Queryable, sessionId: string): Promise<void> {
  await luciaOn(db).invalidateSession(sessionId);
}

/** Removes sessions that have expired. */
export async function removeExpiredSessions(db: Queryable): Promise<void> {
  await luciaOn(db).deleteExpiredSessions();
}
