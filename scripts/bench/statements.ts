import { issueNext } from '#features/statements/server/issue-next.ts';
import { monthOf } from '#kernel/months.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { deleteStatements } from '#tests/support/statements.ts';
import { plainStatements } from './plain-writes.ts';

/**
 * Issues this month's statements of everyone, chunk by chunk, and then inserts the same rows by one plain statement.
 * Removes them afterwards, since the month is not over.
 */
export async function issueStatements(
  platform: Platform,
  databaseUrl: string,
): Promise<{ value: number; reference: number }> {
  await deleteStatements(platform);
  const ctx = { platform, caller: { actor: systemActor('bench') } };
  const month = monthOf(platform.clock.now());
  const began = performance.now();
  let issued = 0;
  for (let done = false; !done; ) {
    const chunk = await issueNext(ctx, { month });
    issued += chunk.issued;
    done = chunk.done;
  }
  const value = issued / ((performance.now() - began) / 1000);
  const reference = await plainStatements(databaseUrl, month);
  await deleteStatements(platform);
  return { value, reference };
}
