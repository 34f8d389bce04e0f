import { commonErrors, DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import { extensionOf } from '#kernel/media-types.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import type {
  AcceptedFormats,
  CleanFile,
  FileProblem,
  SourceType,
} from '#platform/server/ports/file-checks.ts';
import { actorId } from '#platform/server/security/caller.ts';
import { type FilePurpose, fileErrors, MAX_FILE_BYTES } from '../files.contract.ts';
import { safeFileName } from '../files.rules.ts';
import { keyOf } from './files.queries.ts';
import { reserveFile } from './reserve-file.ts';

const errorOf = {
  type: fileErrors.FILE_TYPE,
  damaged: fileErrors.FILE_DAMAGED,
  dimensions: fileErrors.FILE_DIMENSIONS,
  active: fileErrors.FILE_ACTIVE,
  macros: fileErrors.FILE_MACROS,
  opaque: fileErrors.FILE_OPAQUE,
  busy: commonErrors.UNAVAILABLE,
} as const satisfies Record<FileProblem, unknown>;

/**
 * Checks a file that the caller uploads, makes it harmless, and stores it. The stored file is `arriving`: the slice it
 * is for claims it in its own command, else it is discarded after an hour. `refuse` judges its real type, which is null
 * when the type is accepted nowhere.
 * @throws every error of `fileErrors`, and UNAVAILABLE while too many files wait to be checked
 */
export async function storeFile(
  ctx: CommandContext,
  file: { purpose: FilePurpose; name: string; bytes: Uint8Array; personKey?: string },
  {
    refuse,
    ...accept
  }: AcceptedFormats & { refuse?: (sourceType: SourceType | null) => ErrorDefinition | null } = {},
): Promise<{ id: string }> {
  const { bytes } = file;
  if (bytes.length === 0) throw new DomainError(fileErrors.FILE_EMPTY);
  if (bytes.length > MAX_FILE_BYTES) throw new DomainError(fileErrors.FILE_TOO_LARGE);
  const clean = await ctx.platform.fileChecks.clean(bytes, actorId(ctx.caller.actor), accept);
  if (clean === 'type') throw new DomainError(refuse?.(null) ?? fileErrors.FILE_TYPE);
  if (typeof clean === 'string') throw new DomainError(errorOf[clean]);
  const refusal = refuse?.(clean.sourceType);
  if (refusal) throw new DomainError(refusal);
  return storeCleanFile(ctx, { ...file, clean });
}

/** Stores a file that was checked already. */
export async function storeCleanFile(
  ctx: CommandContext,
  file: { purpose: FilePurpose; name: string; clean: CleanFile; personKey?: string },
): Promise<{ id: string }> {
  const { purpose, name, clean, personKey } = file;
  const { id } = await reserveFile(ctx, {
    purpose,
    name: safeFileName(name, extensionOf[clean.mediaType]),
    mediaType: clean.mediaType,
    size: clean.bytes.length,
  });
  await ctx.platform.files.put(keyOf({ purpose, id }), clean.bytes, clean.mediaType, personKey);
  return { id };
}
