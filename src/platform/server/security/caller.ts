/** A signed-in person, by a browser session or a personal access token. */
export interface UserActor {
  kind: 'user';
  userId: string;
  /** What the caller may act as: an admin's request without what `adminBarrier` names acts as a user's. */
  role: 'user' | 'admin';
  /** Why an admin acts as a user: a token without the admin scope, or an account without a second factor. */
  adminBarrier?: 'token' | 'secondFactor' | undefined;
  scope: 'read' | 'write';
  /** The stored (hashed) session id, null when a token was used. */
  sessionId: string | null;
  /** When the person last proved who they are in this session; an access token never does. */
  authenticatedAt?: Date | undefined;
}

/** Who does something: a visitor, a user, or the product itself (jobs, event handlers, operator's scripts). */
export type Actor = { kind: 'visitor' } | UserActor | { kind: 'system'; name: string };

export interface Caller {
  actor: Actor;
  /** Network address as limits count it, after the configured number of proxies. */
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

/** The id that audit rows and idempotency keys are kept under. */
export function actorId(actor: Actor): string {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'system' ? `system:${actor.name}` : 'visitor';
}
