import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { personKeys } from '#db/schema/kyc.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { type CommandContext, defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { isDatabaseOutage } from '#platform/server/errors/error-mapping.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { personKeyFile, personVault, storePersonKey } from '#platform/server/security/person-keys.ts';
import { KEY_FORGOTTEN } from '../kyc.events.ts';

const assigning = z.strictObject({
  keyId: z.uuid(),
  /** The key on record whose file is gone. */
  lost: z.uuid().nullable(),
});

/** Puts a stored key on record as the caller's; of two at once, the first one counts. */
export const assignKey = defineCommand({
  name: 'kyc.assignKey',
  input: assigning,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now }, { keyId, lost }) {
    await tx
      .insert(personKeys)
      .values({ userId: actor.userId, keyId, createdAt: now })
      .onConflictDoUpdate({
        target: personKeys.userId,
        set: { keyId, createdAt: now },
        setWhere: sql`${personKeys.keyId} = ${lost}::uuid`,
      });
    const [counts] = await tx.select().from(personKeys).where(eq(personKeys.userId, actor.userId));
    return { keyId: present(counts, 'the key on record').keyId };
  },
  audit: (_, { keyId }, actor) => ({
    subject: `kyc:${actor.userId}`,
    details: { keyId },
  }),
});

/** A person's key on record, with its vault; the vault is null when the file is gone. */
export async function keyOnRecord({ db, files }: Pick<Platform, 'db' | 'files'>, userId: string) {
  const [known] = await db.select().from(personKeys).where(eq(personKeys.userId, userId));
  return known ? { keyId: known.keyId, vault: await personVault(files, known.keyId) } : null;
}

/** Makes the caller's key, unless there is one; called before the first command that encrypts something. */
export async function ensureKey(ctx: CommandContext, userId: string): Promise<string> {
  const { files } = ctx.platform;
  const known = await keyOnRecord(ctx.platform, userId);
  if (known?.vault) return known.keyId;
  const made = newId();
  await storePersonKey(files, made);
  const { keyId } = await assignKey(ctx, { keyId: made, lost: known?.keyId ?? null }).catch(async (error) => {
    // Without an answer it may be on record, and in use by now: a key too many does no harm.
    if (error instanceof DomainError && !isDatabaseOutage(error)) await files.remove(personKeyFile(made));
    throw error;
  });
  if (keyId !== made) await files.remove(personKeyFile(made));
  return keyId;
}

/** Takes a person's key off the record, in the transaction that erases its encrypted fields; a job removes its file. */
export async function eraseKey({ tx, emit }: Pick<Run, 'tx' | 'emit'>, userId: string): Promise<void> {
  const erased = await tx
    .delete(personKeys)
    .where(eq(personKeys.userId, userId))
    .returning({ keyId: personKeys.keyId });
  for (const { keyId } of erased) emit(KEY_FORGOTTEN, { payload: { keyId } });
}
