import { and, count, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { storedFiles } from '#db/schema/files.ts';
import { users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { fileMediaTypes } from '#kernel/media-types.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { fileErrors, filePurpose } from '../files.contract.ts';
import { fits } from '../files.rules.ts';

const reservation = z.strictObject({
  purpose: filePurpose,
  name: z.string().min(1).max(120),
  mediaType: z.enum(fileMediaTypes),
  size: z.int().min(1),
});

/**
 * Reserves room for a file of the caller before its bytes are stored. It is `arriving` until something claims it.
 * @throws TOO_MANY_FILES
 */
export const reserveFile = defineCommand({
  name: 'files.reserveFile',
  input: reservation,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now, newId }, file) {
    // One reservation of a user at a time, so that two at once cannot both take the last room.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('no key update');
    const [stored] = await tx
      .select({ files: count(), bytes: sql<number>`coalesce(sum(${storedFiles.size}), 0)::float8` })
      .from(storedFiles)
      .where(
        and(
          eq(storedFiles.userId, actor.userId),
          eq(storedFiles.purpose, file.purpose),
          ne(storedFiles.status, 'discarded'),
        ),
      );
    if (!fits(file.purpose, present(stored, 'the sums'), file.size))
      throw new DomainError(fileErrors.TOO_MANY_FILES);
    const id = newId();
    await tx
      .insert(storedFiles)
      .values({ ...file, id, userId: actor.userId, status: 'arriving', createdAt: now });
    return { id };
  },
  audit: ({ purpose, mediaType, size }, { id }) => ({
    subject: `file:${id}`,
    details: { purpose, mediaType, size },
  }),
});
