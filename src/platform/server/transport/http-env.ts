import type { PositionVariables } from './positions.ts';

/** What hono knows of a request: its socket and answer, and the variables that our middleware sets. */
export interface HttpEnv {
  Bindings: {
    incoming?: { socket: { remoteAddress?: string } };
    outgoing?: { closed: boolean; once(event: 'close', listener: () => void): unknown };
  };
  Variables: { requestId: string } & PositionVariables;
}
