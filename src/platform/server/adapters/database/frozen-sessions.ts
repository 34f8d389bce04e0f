import type postgres from 'postgres';
import { SECOND } from '#kernel/time.ts';
import { sessionSettings } from './session-settings.ts';

/** A session that was ended. */
export interface FrozenSession {
  backendPid: number;
  /** Seconds since it sent something. */
  silentSeconds: number;
}

/**
 * Ends the sessions of servers that have described a statement and do not send its values. Postgres calls them active, so
 * neither statement_timeout nor idle_in_transaction_session_timeout applies, and others would wait for their locks as long
 * as the server is frozen. (Postgres 17 has transaction_timeout for this.)
 * @param client of the account of the servers: it may end no session of another account
 */
function endFrozenSessions(client: postgres.Sql, limitMs: number): Promise<FrozenSession[]> {
  // Materialized, so that nothing is ended that does not meet all conditions.
  return client<FrozenSession[]>`
    with frozen as materialized (
      select pid as "backendPid", extract(epoch from clock_timestamp() - state_change)::int as "silentSeconds"
      from pg_stat_activity
      where datname = current_database() and usename = current_user
        and application_name = ${sessionSettings.application_name}
        and state = 'active' and wait_event = 'ClientRead' and xact_start is not null
        and state_change < clock_timestamp() - make_interval(secs => ${limitMs / SECOND}))
    select * from frozen where pg_terminate_backend("backendPid")`;
}

/** Ends the sessions of frozen servers now and then, until `stop` is called. A check that fails is left to the next one. */
export function watchFrozenSessions(
  client: postgres.Sql,
  limitMs: number,
): { onEnded(report: (session: FrozenSession) => void): void; stop(): void } {
  let report: (session: FrozenSession) => void = () => undefined;
  const check = () =>
    endFrozenSessions(client, limitMs).then(
      (ended) => {
        for (const session of ended) report(session);
      },
      () => undefined,
    );
  const timer = setInterval(check, limitMs / 4);
  timer.unref();
  return {
    onEnded(callback) {
      report = callback;
    },
    stop: () => clearInterval(timer),
  };
}
