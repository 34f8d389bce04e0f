import { databaseErrorOf } from '../errors/database-errors.ts';
import { violates } from './db.ts';

const MAX_ATTEMPTS = 4;

/** Runs a transaction again, a few times, when it fails with an error that a repetition can cure. */
export async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/** Serialization failure, deadlock, and a prepared statement that the server has lost. */
const RETRYABLE_CODES = new Set(['40001', '40P01', '26000']);

/** One of these codes, or an idempotency key that a concurrent command has just inserted. */
function isRetryable(error: unknown): boolean {
  const code = databaseErrorOf(error)?.code ?? '';
  return RETRYABLE_CODES.has(code) || violates(error, 'idempotency_keys_pk');
}
