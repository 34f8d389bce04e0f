import { SECOND } from '#kernel/time.ts';
import type { CommandContext } from '../commands/run-command.ts';

const TIME_SLICE_MS = 20 * SECOND;

/**
 * Repeats a step until it says that there is no more to do, or until the job has had its turn: then the job asks to be
 * run again, behind what has become due meanwhile. So notices to many people never keep payments waiting for a slot.
 * @param turnMs how long a turn is; at least one step is done in each
 */
export async function inTimeSlices(
  { platform }: CommandContext,
  step: () => Promise<{ done: boolean }>,
  turnMs = TIME_SLICE_MS,
): Promise<{ runAgainAt: Date } | undefined> {
  const until = performance.now() + turnMs;
  do {
    if ((await step()).done) return undefined;
  } while (performance.now() < until);
  return { runAgainAt: platform.clock.now() };
}

/**
 * Does the parts of a list one after the other, in turns. Each part says where it ended, null when it was the last. A
 * later turn begins at the first part again, so a part must be a command with a key: what is done is only replayed.
 */
export function chunksInTimeSlices(
  ctx: CommandContext,
  part: (after: string) => Promise<{ last: string | null }>,
  turnMs?: number,
): Promise<{ runAgainAt: Date } | undefined> {
  let after = '';
  return inTimeSlices(
    ctx,
    async () => {
      const { last } = await part(after);
      after = last ?? after;
      return { done: last === null };
    },
    turnMs,
  );
}
