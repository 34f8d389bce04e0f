/** A signed-in person, by a browser session or a personal access token. */
export interface UserActor {
  kind: 'user';
  userId: string;
  /** The role that the caller acts in. An admin who lacks what `adminBarrier` names acts as a user. */
  role: 'user' | 'admin';
  /** Set for an admin who acts as a user: the token lacks the admin scope, the account a second factor, or it is frozen. */
  adminBarrier?: 'token' | 'secondFactor' | 'frozen' | undefined;
  scope: 'read' | 'write';
  /** The stored (hashed) session id, null when a token was used. */
  sessionId: string | null;
  /** When the person last authenticated in this session; never set for an access token. */
  authenticatedAt?: Date | undefined;
}

/** The acting party: a visitor, a user, or the product itself (jobs, event handlers, operator scripts). */
export type Actor = { kind: 'visitor' } | UserActor | { kind: 'system'; name: string };

export interface Caller {
  actor: Actor;
  /** The network address in the form that limits count, seen through the configured number of proxies. */
  address: string;
  userAgent: string;
  /** Whether the request came over https, so that cookies can be marked Secure. */
  secure: boolean;
}

export const visitor: Actor = { kind: 'visitor' };

/** The actor of a job, event handler or operator's script. */
export function systemActor(name: string): Actor {
  return { kind: 'system', name };
}

/** The product acting for a person, by a choice that they made before, such as reinvestment. */
export function actorFor(userId: string): UserActor {
  return { kind: 'user', userId, role: 'user', scope: 'write', sessionId: null };
}

/** The id of an actor in audit rows and idempotency keys. */
export function actorId(actor: Actor): string {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'system' ? `system:${actor.name}` : 'visitor';
}
