import { SECOND } from '#kernel/time.ts';

/** Settings of the driver for every pool of a server. */
export const driverSettings = { backoff: () => 0.2, onnotice: () => undefined } as const;

/** Seconds for which a pool that is closed waits for its open statements. */
export const END_TIMEOUT_SECONDS = 5;

/** Settings of every connection to Postgres. */
export const sessionSettings = {
  application_name: 'commonhold',
  // Where statistics are missing, Postgres overestimates a query and JIT-compiles it: 0.7 s for one that ran in 15 ms.
  jit: 'off',
};

/** The longest time for which a session may hold locks without sending anything. */
export const silenceLimitMs = (timeoutMs: number) => 2 * timeoutMs;

/**
 * Time limits of Postgres and of the driver. The driver's limit on an answer is a little longer, so that a slow statement
 * is canceled by Postgres, and the driver only drops the connection of a server that does not answer at all.
 */
export function timeLimits(timeoutMs: number) {
  const seconds = timeoutMs / SECOND;
  return {
    connect_timeout: seconds,
    acquire_timeout: seconds,
    answer_timeout: seconds + 1,
    connection: {
      ...sessionSettings,
      statement_timeout: timeoutMs,
      idle_in_transaction_session_timeout: silenceLimitMs(timeoutMs),
    },
  };
}
