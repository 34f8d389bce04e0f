import type { Platform } from '../runtime/platform.ts';
import type { Caller } from '../security/caller.ts';

/** Context of every command call. A tRPC or REST context has these fields. */
export interface CommandContext {
  platform: Platform;
  caller: Pick<Caller, 'actor'>;
  /** The headers of the HTTP response, if there is one: a replay sets `REPLAYED_HEADER`. */
  responseHeaders?: Headers;
  /** The approved request that is carried out, when it is one. */
  approval?: { id: string };
}
