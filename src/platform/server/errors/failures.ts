import type { Logger } from 'pino';
import { SECOND } from '#kernel/time.ts';
import { domainErrorOf, isTimeout } from './error-mapping.ts';

/** Logs a failure for the operator; its caller only gets a general message. */
export type ReportFailure = (error: unknown, where: string) => void;

/** Logs every bug, and all work that took too long. Logs an outage at most once a second, with the number of its occurrences since the last line. */
export function createFailureReport(log: Logger): ReportFailure {
  /** The requests of a batch share one, which is logged once. */
  const loggedTimeouts = new WeakSet<object>();
  let occurrences = 0;
  let lastLoggedMs = Number.NEGATIVE_INFINITY;
  return (error, where) => {
    const known = domainErrorOf(error);
    if (error instanceof Error && isTimeout(error)) {
      if (loggedTimeouts.has(error)) return;
      loggedTimeouts.add(error);
      return log.error({ err: error, where }, 'failed');
    }
    if (!known) return log.error({ err: error, where }, 'failed');
    if (known.kind !== 'unavailable') return;
    occurrences += 1;
    if (performance.now() - lastLoggedMs < SECOND) return;
    log.warn({ err: error, where, occurrences }, 'unavailable');
    lastLoggedMs = performance.now();
    occurrences = 0;
  };
}
