import { z } from 'zod';
import { commonErrors, DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import { parseInput } from '../errors/error-mapping.ts';
import { requireAccess } from '../security/access.ts';
import type { UserActor } from '../security/caller.ts';
import { type RawCall, type RestRoute, refuseUnknown } from './rest.ts';
import type { TrpcContext } from './trpc.ts';
import { takeUpload } from './upload-slots.ts';

/** A file as it was sent: its bytes, and what the sender calls it. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** An answer that is a file: to be saved and not shown, unless it is a picture of a page. */
export class FileAnswer {
  constructor(
    readonly name: string,
    readonly mediaType: string,
    readonly bytes: Uint8Array,
    /** Of a picture, which never changes under its address: who may keep it. */
    readonly picture: { isPublic: boolean } | null = null,
  ) {}
}

/** Carries the name of a sent file, percent-encoded. */
export const FILE_NAME_HEADER = 'x-file-name';

const LONGEST_NAME = 1_000;

/** How long a file may take to arrive, so that nobody holds a place for it without sending. */
const maxArrivalMs = 2 * MINUTE;

type SignedIn = Omit<TrpcContext, 'caller'> & { caller: TrpcContext['caller'] & { actor: UserActor } };

interface FileRoute<Params extends z.ZodType> {
  /** OpenAPI form: `/api/kyc/documents/{kind}`. */
  path: string;
  /** Command or query it is a thin path over. */
  name: string;
  summary: string;
  params: Params;
  errors: readonly ErrorDefinition[];
}

interface UploadRoute<Params extends z.ZodType, Query extends z.ZodType, Answer> extends FileRoute<Params> {
  /** What is said of the file, in the query string. */
  query?: Query;
  /** Refuses, before the body is read, who may not send it. */
  admit?(call: SignedIn & { params: z.output<Params> }): Promise<void>;
  maxBytes: number;
  tooLarge: ErrorDefinition;
  answer: z.ZodType<Answer>;
  handle(
    call: SignedIn & { params: z.output<Params>; query: z.output<Query>; file: UploadedFile },
  ): Promise<Answer>;
}

/**
 * Defines a path that takes one file as its body, from signed-in users. Whether the caller may is decided before a
 * byte of the body is read, and no more than `maxBytes` are.
 */
export function uploadRoute<
  Params extends z.ZodType,
  Answer,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
>({ handle, admit, maxBytes, tooLarge, ...described }: UploadRoute<Params, Query, Answer>): RestRoute {
  const access = { access: 'signedIn', method: 'POST' } as const;
  return {
    ...described,
    ...access,
    status: 201,
    upload: true,
    async run({ params, query, readBody, ...rest }) {
      requireAccess(access.access, rest.caller.actor, { isWrite: true });
      const checked = {
        ...(rest as unknown as SignedIn),
        params: parseInput(described.params, params),
        query: (described.query
          ? parseInput(described.query, query)
          : refuseUnknown(query)) as z.output<Query>,
      };
      await admit?.(checked);
      const { platform, caller } = checked;
      const take = async () => handle({ ...checked, file: await readBody(maxBytes, tooLarge) });
      return described.answer.parse(await takeUpload(platform)(caller.actor.userId, take));
    },
  };
}

interface DownloadRoute<Params extends z.ZodType> extends FileRoute<Params> {
  handle(call: SignedIn & { params: z.output<Params> }): Promise<FileAnswer>;
}

/** Defines a path that answers a file, for signed-in users. */
export function downloadRoute<Params extends z.ZodType>({
  handle,
  ...described
}: DownloadRoute<Params>): RestRoute {
  const access = { access: 'signedIn', method: 'GET' } as const;
  return {
    ...described,
    ...access,
    status: 200,
    answer: z.instanceof(FileAnswer),
    download: true,
    async run({ params, query, ...rest }: RawCall) {
      requireAccess(access.access, rest.caller.actor, { isWrite: false });
      refuseUnknown(query);
      const checked = parseInput(described.params, params);
      return handle({ ...(rest as unknown as SignedIn), params: checked });
    },
  };
}

/** Defines a path that answers a picture of a page, for everybody who may see what it shows. */
export function pictureRoute<Params extends z.ZodType>({
  handle,
  ...described
}: FileRoute<Params> & {
  handle(call: TrpcContext & { params: z.output<Params> }): Promise<FileAnswer>;
}): RestRoute {
  return {
    ...described,
    access: 'public',
    method: 'GET',
    status: 200,
    answer: z.instanceof(FileAnswer),
    download: true,
    async run({ params, query, ...rest }: RawCall) {
      refuseUnknown(query);
      return handle({ ...rest, params: parseInput(described.params, params) });
    },
  };
}

/**
 * Reads a body of at most `maxBytes`, whatever its Content-Length says or does not say.
 * @throws DomainError `tooLarge` or MALFORMED when it does not arrive in time, without having read the rest
 */
export async function readUpload(
  request: Request,
  maxBytes: number,
  tooLarge: ErrorDefinition,
  maxMs = maxArrivalMs,
): Promise<UploadedFile> {
  const name = fileNameOf(request);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new DomainError(tooLarge);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    void reader?.cancel();
  }, maxMs);
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      length += part.value.length;
      if (length > maxBytes) {
        await reader?.cancel();
        throw new DomainError(tooLarge);
      }
      chunks.push(part.value);
    }
  } finally {
    clearTimeout(limit);
  }
  if (late)
    throw new DomainError(commonErrors.MALFORMED, {
      message: 'The file did not arrive in time. Send it again.',
    });
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { name, bytes };
}

function fileNameOf(request: Request): string {
  const encoded = request.headers.get(FILE_NAME_HEADER) ?? '';
  try {
    if (encoded.length <= LONGEST_NAME) return decodeURIComponent(encoded);
  } catch {
    // Told below, as a name that is too long is.
  }
  throw new DomainError(commonErrors.MALFORMED, {
    message: `${FILE_NAME_HEADER}: send the name of the file percent-encoded, at most ${LONGEST_NAME} characters.`,
  });
}

const KEPT_FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The headers of a file that is answered: saved under its name by every browser, shown by none, kept by no cache. A
 * picture of what everybody may see is kept by every cache.
 */
export function fileHeaders({ name, mediaType, bytes, picture }: FileAnswer): Record<string, string> {
  if (picture) {
    return {
      'content-type': mediaType,
      'content-length': String(bytes.length),
      'cache-control': picture.isPublic ? KEPT_FOR_EVER : 'private, no-store',
    };
  }
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  return {
    'content-type': mediaType,
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
