import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { issueChunk } from './issue-chunk.ts';
import { planChunks } from './plan-chunks.ts';

/** Chunks that a server issues at the same time: one reads while another one writes. */
const CONCURRENT_CHUNKS = 2;

/**
 * Issues the statements of the next people of a month. May be repeated, resumed, and called by several servers at once.
 * @param maxPeople how many are in a chunk
 * @returns how many were issued, whether those of everyone are, and whether another server is issuing all that is left
 */
export async function issueNext(
  ctx: CommandContext,
  input: { month: string; maxPeople?: number },
): Promise<{ issued: number; done: boolean; isElsewhere: boolean }> {
  const { month } = input;
  const { waiting, done } = await planChunks(ctx, input);
  let [issued, takenChunks] = [0, 0];
  const worker = async () => {
    for (let afterId = waiting.shift(); afterId !== undefined; afterId = waiting.shift()) {
      const chunk = await issueChunk(ctx, { month, afterId });
      issued += chunk.issued ?? 0;
      if (chunk.issued !== null) takenChunks += 1;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENT_CHUNKS }, worker));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return { issued, done, isElsewhere: !done && takenChunks === 0 };
}
