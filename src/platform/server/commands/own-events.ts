import { EVENTS_HEADER, type OwnEvent } from '#kernel/answer-headers.ts';
import type { Actor } from '../security/caller.ts';
import type { AddressedEvent } from './records.ts';

/** Events that a command emitted. */
export interface EmittedEvents {
  events: readonly AddressedEvent[];
  /** The operation of the outbox row that has the event. */
  operationOf(event: AddressedEvent): string;
}

/**
 * Lists the events that the caller's command emitted in a response header. The caller's screen refreshes by them even
 * without a live stream, and ignores the live events of the same operation. An event that names another person is
 * listed for admins only.
 */
export function listOwnEvents(
  headers: Headers | undefined,
  actor: Actor,
  { events, operationOf }: EmittedEvents,
): void {
  if (!headers || actor.kind !== 'user') return;
  const own = events.flatMap((event): OwnEvent[] => {
    const { type, userId, broadcast } = event;
    const mine = userId === actor.userId;
    const isBroadcast = broadcast?.propertyId !== undefined;
    const isListed = mine || isBroadcast || actor.role === 'admin';
    return isListed ? [{ operation: operationOf(event), type, mine, isBroadcast }] : [];
  });
  if (own.length === 0) return;
  const earlier: OwnEvent[] = JSON.parse(headers.get(EVENTS_HEADER) ?? '[]');
  const all = new Map([...earlier, ...own].map((event) => [JSON.stringify(event), event]));
  headers.set(EVENTS_HEADER, JSON.stringify([...all.values()]));
}
