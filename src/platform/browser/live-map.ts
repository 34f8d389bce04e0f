import type { EventTypeOf } from '#kernel/events.ts';
import type { QueryPath } from './trpc.ts';

/** The queries that an event makes stale, by the screens they are on. */
export interface StaleQueries {
  /** On every screen that a broadcast of it reaches. */
  broadcast?: readonly QueryPath[];
  /** On the screens of the person whom it names. */
  person?: readonly QueryPath[];
  /** Likewise, but not on the screen that sent the command: it has the news from the answer. */
  answered?: readonly QueryPath[];
  /**
   * With a broadcast: on the screens of all admins. Otherwise: only on the screens of the admin whose command it was.
   * They refresh for others whom the event reaches, too: whether these are admins is not known here.
   */
  admin?: readonly QueryPath[];
}

/** The queries that each event of a slice makes stale; an event without an entry does not compile. */
export type LiveMap<Events> = Readonly<Record<EventTypeOf<Events>, StaleQueries>>;
