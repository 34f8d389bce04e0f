import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Database } from '../../database/db.ts';
import { END_TIMEOUT_SECONDS, sessionSettings } from './session-settings.ts';

/** Opens Postgres as it is: one connection that cannot write, so that it may run beside a server of any version. */
export function openReadOnlyPostgres(url: string): { db: Database; close(): Promise<void> } {
  const client = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connect_timeout: 10,
    connection: {
      ...sessionSettings,
      application_name: 'commonhold-verify',
      default_transaction_read_only: true,
    },
  });
  return {
    db: drizzle({ client }) as unknown as Database,
    close: () => client.end({ timeout: END_TIMEOUT_SECONDS }),
  };
}
