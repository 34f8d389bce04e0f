import type { SQL } from 'drizzle-orm';
import { counted } from '#kernel/plural.ts';
import type { CommandContext } from '../commands/run-command.ts';
import { eachIdRange, type IdRange } from '../database/id-ranges.ts';
import { isDatabaseOutage } from '../errors/error-mapping.ts';

/**
 * Does the work for each item. One that fails is reported and delays no other, also when a statement about it took too
 * long; an outage of the database ends it.
 * @param options.what names the work and the item in the report
 * @returns the failures, for `failWith` when the job has done the rest
 */
export async function tryEach<Item>(
  { platform }: CommandContext,
  items: readonly Item[],
  { work, what }: { work(item: Item): Promise<unknown>; what(item: Item): string },
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      if (isDatabaseOutage(error)) throw error;
      platform.reportFailure(error, what(item));
      failures.push(error);
    });
  }
  return failures;
}

/**
 * Does the work for each item of each range of ids, as `tryEach` does; the items of a range are read by one statement.
 * @param options.ids a query of (id)
 */
export async function tryEachInRanges<Item>(
  ctx: CommandContext,
  options: {
    ids: SQL;
    maxIds: number;
    itemsIn(range: IdRange): Promise<readonly Item[]>;
    work(item: Item): Promise<unknown>;
    what(item: Item): string;
  },
): Promise<unknown[]> {
  const failures: unknown[] = [];
  await eachIdRange(ctx.platform.db, options.ids, options.maxIds, async (range) => {
    failures.push(...(await tryEach(ctx, await options.itemsIn(range), options)));
  });
  return failures;
}

/** Fails the job, so that it is tried again, when some of its items have failed. */
export function failWith(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${counted(failures.length, 'item')} failed`);
}
