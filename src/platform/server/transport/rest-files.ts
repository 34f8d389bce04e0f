import { z } from 'zod';
import { commonErrors, DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import { parseInput } from '../errors/error-mapping.ts';
import { requireAccess } from '../security/access.ts';
import type { UserActor } from '../security/caller.ts';
import { type RawCall, type RestRoute, refuseUnknown } from './rest.ts';
import type { TrpcContext } from './trpc.ts';
import { type Arrival, takeUpload } from './upload-slots.ts';

/** A file as it was sent: its bytes, and the sender's name for it. */
interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** An answer that is a file: to be saved and not shown, unless it is a picture of a page. */
export class FileAnswer {
  constructor(
    readonly name: string,
    readonly mediaType: string,
    readonly bytes: Uint8Array,
    /** Set for a picture, which never changes at its address: whether public caches may store it. */
    readonly picture: { isPublic: boolean } | null = null,
  ) {}
}

/** Carries the name of a sent file, percent-encoded. */
const FILE_NAME_HEADER = 'x-file-name';

const MAX_NAME_CHARACTERS = 1_000;

/**
 * The least that a body has to bring in each window, so that nobody occupies an upload slot with little of a file: 128
 * kbit/s, and 1 Mbit/s while slots are scarce. A file of 10 MB has at most twelve minutes.
 */
const ARRIVAL_WINDOW_MS = MINUTE;
const MIN_WINDOW_BYTES = 960_000;
const MIN_SCARCE_WINDOW_BYTES = 8 * MIN_WINDOW_BYTES;

type SignedInContext = Omit<TrpcContext, 'caller'> & { caller: TrpcContext['caller'] & { actor: UserActor } };

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
  /** Describes the file, in the query string. */
  query?: Query;
  /** Refuses callers who may not upload it, before the body is read. */
  admit?(call: SignedInContext & { params: z.output<Params> }): Promise<void>;
  maxBytes: number;
  tooLarge: ErrorDefinition;
  answer: z.ZodType<Answer>;
  handle(
    call: SignedInContext & { params: z.output<Params>; query: z.output<Query>; file: UploadedFile },
  ): Promise<Answer>;
}

/**
 * Defines a path that takes one file as its body, from signed-in users. Access is decided before the body is read, of which
 * at most `maxBytes` are read.
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
    async run({ params, query, readBody, callerNow, ...rest }) {
      requireAccess(access.access, rest.caller.actor, { isWrite: true });
      const checked = {
        ...(rest as unknown as SignedInContext),
        params: parseInput(described.params, params),
        query: (described.query
          ? parseInput(described.query, query)
          : refuseUnknown(query)) as z.output<Query>,
      };
      await admit?.(checked);
      const { platform, caller } = checked;
      const take = async (arrival: Arrival) => {
        const file = await readBody(maxBytes, tooLarge, arrival.isScarce);
        arrival.end();
        const caller = await callerNow();
        requireAccess(access.access, caller.actor, { isWrite: true });
        return handle({ ...checked, caller: caller as SignedInContext['caller'], file });
      };
      return described.answer.parse(
        await takeUpload(platform)({ person: caller.actor.userId, address: caller.address }, take),
      );
    },
  };
}

interface DownloadRoute<Params extends z.ZodType> extends FileRoute<Params> {
  /** For a file that a replica must not hand out: it may not know yet that it is infected, or whose access has ended. */
  onPrimary?: true;
  /** For a file far larger than an upload may be. */
  large?: true;
  handle(call: SignedInContext & { params: z.output<Params> }): Promise<FileAnswer>;
}

/** Defines a path that returns a file to signed-in users. */
export function downloadRoute<Params extends z.ZodType>({
  handle,
  large,
  ...described
}: DownloadRoute<Params>): RestRoute {
  const access = { access: 'signedIn', method: 'GET' } as const;
  return {
    ...described,
    ...access,
    status: 200,
    answer: z.instanceof(FileAnswer),
    download: large ? 'large' : 'file',
    async run({ params, query, ...rest }: RawCall) {
      requireAccess(access.access, rest.caller.actor, { isWrite: false });
      refuseUnknown(query);
      const checked = parseInput(described.params, params);
      return handle({ ...(rest as unknown as SignedInContext), params: checked });
    },
  };
}

/** Defines a public path that returns a picture of a page; `handle` decides who may see it. */
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
    async run({ params, query, ...rest }: RawCall) {
      refuseUnknown(query);
      return handle({ ...rest, params: parseInput(described.params, params) });
    },
  };
}

/**
 * Reads a body of at most `maxBytes`, with or without a Content-Length.
 * @param isScarce whether so many others arrive that it has to be faster
 * @throws DomainError `tooLarge` or MALFORMED when it arrives too slowly, without having read the rest
 */
export async function readUpload(
  request: Request,
  maxBytes: number,
  tooLarge: ErrorDefinition,
  isScarce = () => false,
): Promise<UploadedFile> {
  const name = fileNameOf(request);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new DomainError(tooLarge);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  let lengthBefore = 0;
  let wasScarce = isScarce();
  let slow = false;
  const watch = setInterval(() => {
    const isScarceNow = isScarce();
    slow = length - lengthBefore < (wasScarce && isScarceNow ? MIN_SCARCE_WINDOW_BYTES : MIN_WINDOW_BYTES);
    lengthBefore = length;
    wasScarce = isScarceNow;
    if (slow) void reader?.cancel();
  }, ARRIVAL_WINDOW_MS);
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
    clearInterval(watch);
  }
  if (slow)
    throw new DomainError(commonErrors.MALFORMED, {
      message: 'The file arrived too slowly. Send it again over a faster connection.',
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
    if (encoded.length <= MAX_NAME_CHARACTERS) return decodeURIComponent(encoded);
  } catch {
    // Refused below, like a name that is too long.
  }
  throw new DomainError(commonErrors.MALFORMED, {
    message: `${FILE_NAME_HEADER}: send the name of the file percent-encoded, at most ${MAX_NAME_CHARACTERS} characters.`,
  });
}

const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * The response headers of a file. Browsers save it under its name and do not show it; caches do not store it. A public
 * picture may be stored by every cache.
 */
export function fileHeaders({ name, mediaType, bytes, picture }: FileAnswer): Record<string, string> {
  if (picture) {
    return {
      'content-type': mediaType,
      'content-length': String(bytes.length),
      'cache-control': picture.isPublic ? IMMUTABLE_CACHE_CONTROL : 'private, no-store',
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
