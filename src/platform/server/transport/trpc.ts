import { initTRPC, TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { commonErrors, DomainError, type FieldIssue } from '#kernel/errors.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { toTrpcError, wireErrorOf } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { requireAdmin } from '../security/admin-access.ts';
import type { Caller } from '../security/caller.ts';

/** What a procedure is called with: who calls, through what, and the running platform. */
export interface TrpcContext {
  platform: Platform;
  caller: Caller;
  /** Response headers and cookies the procedure may set (sign-in). */
  responseHeaders: Headers;
  /** The request's Cookie header, for sign-ins in several steps that belong to one browser. */
  cookies: string;
}

const t = initTRPC.context<TrpcContext>().create({
  isDev: false,
  // A stream ends now and then and resumes by the last id: only then is its session looked at again.
  sse: { ping: { enabled: true, intervalMs: 15 * SECOND }, maxDurationMs: 15 * MINUTE },
  errorFormatter({ shape, error }) {
    const wire = wireErrorOf(error);
    return {
      ...shape,
      message: wire.message,
      data: {
        ...shape.data,
        httpStatus: wire.status,
        domainCode: wire.code,
        issues: wire.issues as FieldIssue[],
      },
    };
  },
});

type ProcedureType = 'query' | 'mutation' | 'subscription';

/**
 * A procedure that is limited, counted, and reported when it fails. Who may call is asked in the same middleware: tRPC
 * spends on each of them about as much as on reading the input.
 * @param admit gives the caller as the procedure knows them, or refuses
 */
function guardedProcedure<Known extends Caller>(admit: (caller: Caller, type: ProcedureType) => Known) {
  return t.procedure.use(async ({ ctx, path, type, next }) => {
    await ctx.platform.limits.consume('procedure', ctx.caller);
    const stop = ctx.platform.metrics.startProcedure(path, type);
    try {
      const result = await next({ ctx: { caller: admit(ctx.caller, type) } });
      if (!result.ok) throw result.error;
      stop(true);
      return result;
    } catch (error) {
      stop(false);
      ctx.platform.reportFailure(error, path);
      throw toTrpcError(error);
    }
  });
}

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

function signedIn(caller: Caller, type: ProcedureType) {
  const { actor } = caller;
  if (actor.kind !== 'user') throw new DomainError(commonErrors.UNAUTHORIZED);
  if (type === 'mutation' && actor.scope === 'read') throw new DomainError(commonErrors.READ_ONLY_TOKEN);
  return { ...caller, actor };
}

/** Anyone may call. */
export const publicProcedure = guardedProcedure((caller) => caller);

/** A signed-in user; a read-scoped access token may call queries only. */
export const signedInProcedure = guardedProcedure(signedIn);

/** A signed-in user with role `admin`. */
export const adminProcedure = guardedProcedure((caller, type) => {
  const user = signedIn(caller, type);
  requireAdmin(user.actor);
  return user;
});

/**
 * The schema, as tRPC is to use it for an answer of many rows: it asks schemas to parse asynchronously, where zod takes
 * several times as long, and none of ours waits for anything. An answer that many get is parsed for all of them.
 */
export function parseSynchronously<Schema extends z.ZodType>(schema: Schema): Schema {
  const parsed = new WeakMap<object, unknown>();
  const parseAsync = async (value: object) => {
    const known = parsed.get(value) ?? schema.parse(value);
    parsed.set(value, known as object);
    return known;
  };
  return Object.assign(Object.create(schema), { parseAsync });
}

export { TRPCError };
