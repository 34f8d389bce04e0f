import { setTimeout as sleep } from 'node:timers/promises';
import { CommonholdError } from './error.ts';

export type Fetch = typeof globalThis.fetch;

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
const RESPONSE_TIMEOUT_MS = 30_000;
const QUOTED_CHARACTERS = 200;

/**
 * A fetch that reads the whole answer and repeats a call that may be repeated: one that only reads, or one with
 * a `requestId`, which never has a second effect. It repeats after a network failure and after 503.
 */
export function retryingFetch(fetch: Fetch): Fetch {
  return async (input, init = {}) => {
    const url = input instanceof globalThis.Request ? input.url : String(input);
    const body = typeof init.body === 'string' ? init.body : null;
    const maxAttempts = isRepeatable(init.method ?? 'GET', body) ? MAX_ATTEMPTS : 1;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await attempt(fetch, url, init);
      const passing = outcome.status === null || outcome.status === 503;
      if (!passing || attempts === maxAttempts || init.signal?.aborted) {
        if (outcome instanceof CommonholdError) throw outcome;
        return outcome;
      }
      await sleep(FIRST_PAUSE_MS * 2 ** (attempts - 1));
    }
  };
}

async function attempt(fetch: Fetch, url: string, init: RequestInit): Promise<Response | CommonholdError> {
  const late = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
  try {
    const answer = await fetch(url, { ...init, signal, redirect: 'manual' });
    const text = await answer.text();
    return isJson(answer) ? new Response(text, answer) : foreign(answer, text);
  } catch (error) {
    return unreachable(url, error);
  }
}

function isJson(answer: Response): boolean {
  return /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
}

function isRepeatable(method: string, body: string | null): boolean {
  if (method === 'GET') return true;
  if (body === null) return false;
  const input: unknown = JSON.parse(body);
  return typeof input === 'object' && input !== null && 'requestId' in input;
}

/** The error for a request without an answer, with the reason, because fetch only says that it failed. */
export function unreachable(url: string, error: unknown): CommonholdError {
  const reason = error instanceof Error ? reasonOf(error) : String(error);
  const cause = error instanceof Error ? { cause: error } : {};
  const text = `${new URL(url).origin} could not be reached (${reason})`;
  return new CommonholdError({ status: null, code: 'UNREACHABLE', text, ...cause });
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `no answer within ${RESPONSE_TIMEOUT_MS / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** The error for an answer that is not the API's: a proxy's error page, or another program. */
export function foreign(answer: Response, text: string): CommonholdError {
  const body = text.trim().slice(0, QUOTED_CHARACTERS);
  return new CommonholdError({
    status: answer.status,
    code: answer.status === 503 ? 'UNAVAILABLE' : 'NOT_COMMONHOLD',
    text: body || answer.statusText,
  });
}
