import { SECOND } from '#kernel/time.ts';
import type { CommandContext } from '../commands/run-command.ts';

export const TIME_SLICE_MS = 20 * SECOND;

/**
 * Repeats a step until it is done, or until the time slice is used up: then the job is queued again, behind the jobs that
 * have become due in the meantime. So a long job, such as notifying many people, does not hold up payments.
 * @param sliceMs the length of the slice; at least one step runs in each
 */
export async function inTimeSlices(
  { platform }: CommandContext,
  step: () => Promise<{ done: boolean }>,
  sliceMs = TIME_SLICE_MS,
): Promise<{ runAgainAt: Date } | undefined> {
  const until = performance.now() + sliceMs;
  do {
    if ((await step()).done) return undefined;
  } while (performance.now() < until);
  return { runAgainAt: platform.clock.now() };
}

/**
 * Processes a list in chunks, in time slices. Each chunk returns where it ended, or null after the last one. A later slice
 * starts again at the first chunk, so a chunk must be a command with an idempotency key: done chunks are only replayed.
 */
export function chunksInTimeSlices(
  ctx: CommandContext,
  processChunk: (after: string) => Promise<{ last: string | null }>,
  sliceMs?: number,
): Promise<{ runAgainAt: Date } | undefined> {
  let after = '';
  return inTimeSlices(
    ctx,
    async () => {
      const { last } = await processChunk(after);
      after = last ?? after;
      return { done: last === null };
    },
    sliceMs,
  );
}
