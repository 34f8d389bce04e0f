import { REPLAYED_HEADER } from '#kernel/answer-headers.ts';
import { assert } from '#kernel/assert.ts';
import { domainErrorOf } from '../errors/error-mapping.ts';
import type { CommandContext } from './command-context.ts';
import { type EmittedEvents, listOwnEvents } from './own-events.ts';

/** The answer of a command, and whether it is a replay. */
export interface Answer<Result> {
  result: Result;
  /** Whether its key was used before, so that this is the answer of the first run. */
  replayed: boolean;
  /** Empty for a replay: its events belong to the first run. */
  emitted: EmittedEvents;
}

/**
 * What surrounds every command, alone or in a batch: it runs on the primary, it is counted by how it ends, and the headers
 * of its answer say whether it is a replay and what it emitted.
 */
export async function answering<Result>(
  { platform, caller, responseHeaders }: CommandContext,
  name: string,
  run: () => Promise<Answer<Result>>,
): Promise<Result> {
  assert(!platform.isReadOnly, `${name} runs on the primary`);
  try {
    const { result, replayed, emitted } = await run();
    platform.metrics.countCommand(name, replayed ? 'replayed' : 'done');
    if (replayed) responseHeaders?.set(REPLAYED_HEADER, 'true');
    listOwnEvents(responseHeaders, caller.actor, emitted);
    return result;
  } catch (error) {
    platform.metrics.countCommand(name, domainErrorOf(error) ? 'refused' : 'failed');
    throw error;
  }
}
