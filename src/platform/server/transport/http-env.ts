import type { PositionVariables } from './positions.ts';

/** What ends with an event of its own. */
interface Closing {
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** What hono knows of a request: its socket and answer, and the variables that our middleware sets. */
export interface HttpEnv {
  Bindings: {
    incoming?: {
      method?: string | undefined;
      /** Path and query. */
      url?: string | undefined;
      headers: Record<string, string | string[] | undefined>;
      /** Its body has arrived, whether it was read or not. */
      complete: boolean;
      socket: { remoteAddress?: string | undefined; destroyed: boolean } & Closing;
    };
    outgoing?: { closed: boolean } & Closing;
  };
  Variables: { requestId: string } & PositionVariables;
}
