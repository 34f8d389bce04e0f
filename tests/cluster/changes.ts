import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, testClient } from '../support/server.ts';

/** A change that may be sent again and again, as it carries its key in its body or headers. */
export interface Change {
  path: string;
  body: unknown;
  headers: Record<string, string>;
  /** The answer that it is done. */
  answer?: Answer;
}

export const RETRY_MS = 100;
/** Time without an answer after which a client sends its request again. */
const PATIENCE_MS = 10_000;
/** Time after which a refusal is taken for one that stays. After a crash, deposits are pending for up to a minute. */
const REFUSED_FOR_MS = 120_000;

/** Null when there is no answer in time. */
export const inTime = <Value>(call: Promise<Value>): Promise<Value | null> =>
  Promise.race([call, sleep(PATIENCE_MS, null)]).catch(() => null);

const isDone = ({ status }: Answer) => status === 200 || status === 201;
const isRefused = ({ status }: Answer) => status >= 400 && status < 500;

/** Sends a request again and again until it is answered that it is done. Fails once nobody wants that any more. */
export async function untilDone(
  send: () => Promise<Answer>,
  what: string,
  wanted?: AbortSignal,
): Promise<Answer> {
  for (let refusedSince: number | null = null; ; await sleep(RETRY_MS)) {
    wanted?.throwIfAborted();
    const answer = await inTime(send());
    if (answer && isDone(answer)) return answer;
    if (!(answer && isRefused(answer))) {
      refusedSince = null;
      continue;
    }
    refusedSince ??= performance.now();
    if (performance.now() - refusedSince > REFUSED_FOR_MS)
      throw new Error(`${what} is refused: ${answer.text}`);
  }
}

export const sendUntilDone = (
  url: string,
  { path, body, headers }: Change,
  wanted?: AbortSignal,
): Promise<Answer> => untilDone(() => testClient(url, headers).post(path, body), path, wanted);

/** What a receipt says forever: that a deposit is pending is true for a while only. */
export const lasting = (change: Change, { json }: Answer) =>
  change.path === '/api/wallet/deposits' ? json.id : json;
