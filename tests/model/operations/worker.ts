import { HOUR } from '#kernel/time.ts';
import { approvedIn, closeQuarters, payAt } from '../distributions.ts';
import type { World } from '../model.ts';
import { closeOfferings, deadlineOf } from '../offerings.ts';
import { payReinvesting } from './distributions.ts';
import { closeVoting } from './governance.ts';
import { closeOutdated, closeOverdue, resumeDue } from './resale.ts';

/** Long enough that all hourly work of the worker is due. */
const TURN_MS = 2 * HOUR;

/** Everything the worker has to do. */
export async function work(world: World): Promise<void> {
  const { platform, clock, model } = world;
  clock.advance(TURN_MS);
  await payReinvesting(world);
  await platform.jobs.drain();
  resumeDue(model);
  closeOverdue(world);
  closeOutdated(world);
  closeVoting(model);
  closeOfferings(model);
  closeQuarters(model);
}

/** Waits until nothing of this world moves money while the next one is played. */
export async function finish(world: World): Promise<void> {
  const { clock, model } = world;
  const terms = [
    ...model.properties.flatMap((property) => deadlineOf(model, property) ?? []),
    ...approvedIn(model).map(payAt),
  ];
  if (terms.length === 0) return;
  clock.advance(Math.max(0, Math.max(...terms) - model.now()));
  await work(world);
}
