import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `condition` returns a truthy value, and returns it. Fails after the deadline. */
export async function eventually<Value>(
  condition: () => Promise<Value | null | undefined | false> | Value | null | undefined | false,
  { withinMs = 15_000, everyMs = 20, what = 'the condition' } = {},
): Promise<Value> {
  for (const deadline = Date.now() + withinMs; ; await sleep(everyMs)) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1_000} seconds: ${what}.`);
  }
}
