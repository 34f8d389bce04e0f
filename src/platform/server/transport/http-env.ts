import type { PositionVariables } from './positions.ts';

/** What ends with an event of its own. */
interface Closing {
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** What hono knows of a request: its socket and answer, and the variables that our middleware sets. */
export interface HttpEnv {
  Bindings: {
    /** `complete`: its body has arrived, whether it was read or not. */
    incoming?: { complete: boolean; socket: { remoteAddress?: string; destroyed: boolean } & Closing };
    outgoing?: { closed: boolean } & Closing;
  };
  Variables: { requestId: string } & PositionVariables;
}
