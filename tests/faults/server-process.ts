import { type BuiltServer, startBuiltServer } from '../support/built-server.ts';
import { NO_LIMITS } from '../support/platform.ts';

/** The built server without a sample world and without limits; says only what went wrong. */
export function startServer(settings: Record<string, string>, folder?: string): Promise<BuiltServer> {
  const quiet = { SAMPLE_DATA: '0', RATE_LIMITS: 'off', VERIFY_HOURS: '0', LOG_LEVEL: 'error', ...NO_LIMITS };
  return startBuiltServer({ ...quiet, ...settings }, folder);
}
