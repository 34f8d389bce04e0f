import type { Logger } from 'pino';
import { SECOND } from '#kernel/time.ts';
import { domainErrorOf } from './error-mapping.ts';

/** Tells the operator of a failure that its caller was told little of. */
export type ReportFailure = (error: unknown, where: string) => void;

/** Logs a bug each time, and an outage once a second at most, with how often it was met since. */
export function createFailureReport(log: Logger): ReportFailure {
  let times = 0;
  let told = Number.NEGATIVE_INFINITY;
  return (error, where) => {
    const known = domainErrorOf(error);
    if (!known) log.error({ err: error, where }, 'failed');
    if (known?.kind !== 'unavailable') return;
    times += 1;
    if (performance.now() - told < SECOND) return;
    log.warn({ err: error, where, times }, 'unavailable');
    told = performance.now();
    times = 0;
  };
}
