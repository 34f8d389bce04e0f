import { and, eq } from 'drizzle-orm';
import { storedFiles } from '#db/schema/files.ts';
import { assert } from '#kernel/assert.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { FILE_CLAIMED, FILE_DISCARDED } from '../files.events.ts';

/** Makes a file permanent that the caller has just stored, in the transaction of the command that refers to it. */
export async function claimFile({ tx, actor, emit }: Run<UserActor>, id: string): Promise<void> {
  const claimed = await tx
    .update(storedFiles)
    .set({ status: 'stored' })
    .where(
      and(eq(storedFiles.id, id), eq(storedFiles.userId, actor.userId), eq(storedFiles.status, 'arriving')),
    )
    .returning({ id: storedFiles.id });
  assert(claimed.length === 1, 'a file is claimed once, by whom it belongs to, soon after it arrived');
  emit(FILE_CLAIMED, { payload: { fileId: id } });
}

/** Releases a file in the transaction of the command that no longer refers to it; a job erases it. */
export async function discardFile({ tx, emit }: Pick<Run, 'tx' | 'emit'>, id: string): Promise<void> {
  await tx.update(storedFiles).set({ status: 'discarded' }).where(eq(storedFiles.id, id));
  emit(FILE_DISCARDED, { payload: { fileId: id } });
}
