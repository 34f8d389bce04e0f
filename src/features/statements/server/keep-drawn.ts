import { z } from 'zod';
import { drawnDocuments } from '#db/schema/statements.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { frozenError, lockAndReadFreezes } from '#platform/server/security/frozen-accounts.ts';
import { sha256Bytes } from '#platform/server/security/sha256.ts';

const drawn = z.strictObject({
  userId: z.string(),
  kind: z.enum(drawnDocuments.kind.enumValues),
  subject: z.string(),
  bytes: z.instanceof(Uint8Array),
});

/** Which document of whom. */
export type RenderedKey = Omit<z.infer<typeof drawn>, 'bytes'>;

/**
 * Stores a rendered document, unless another request was faster: its bytes count then.
 * @throws UNAUTHORIZED when the account has been closed since
 */
export const keepDrawn = defineCommand({
  name: 'statements.keepDrawn',
  input: drawn,
  access: 'system',
  async run({ tx, now }, { userId, kind, subject, bytes }) {
    const found = (await lockAndReadFreezes(tx, [userId])).get(userId);
    if (found?.isClosed) throw frozenError(found);
    const hash = sha256Bytes(bytes);
    const inserted = await tx
      .insert(drawnDocuments)
      .values({ userId, kind, subject, bytes, hash, drawnAt: now })
      .onConflictDoNothing()
      .returning({ hash: drawnDocuments.hash });
    return { hash, isStored: inserted.length > 0 };
  },
  audit: ({ userId, kind, subject }, { hash, isStored }) => ({
    subject: `user:${userId}`,
    details: { kind, document: subject, hash, isStored },
  }),
});
