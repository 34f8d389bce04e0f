import { SECOND } from '#kernel/time.ts';
import type { Webhooks } from '../ports/webhooks.ts';

/** Calls over HTTP: JSON by POST, following no redirect. Any status from 200 to 299 means taken. */
export function httpWebhooks({ timeoutMs = 5 * SECOND }: { timeoutMs?: number } = {}): Webhooks {
  return {
    async post({ url, key, body }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
    },
  };
}
