import type { PositionVariables } from './positions.ts';

/** What hono knows of a request: its socket, and the variables that our middleware sets. */
export interface HttpEnv {
  Bindings: { incoming?: { socket: { remoteAddress?: string } } };
  Variables: { requestId: string } & PositionVariables;
}
