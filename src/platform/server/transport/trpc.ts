import { initTRPC } from '@trpc/server';
import type { z } from 'zod';
import type { FieldIssue } from '#kernel/errors.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { toTrpcError, wireErrorOf } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { requireAccess } from '../security/access.ts';
import type { Caller, UserActor } from '../security/caller.ts';
import { readFromReplicaIfFresh, type SeenPosition } from './replica-reads.ts';

/** Context of a procedure: the caller, the transport, and the running platform. */
export interface TrpcContext {
  platform: Platform;
  caller: Caller;
  /** Response headers and cookies the procedure may set (sign-in). */
  responseHeaders: Headers;
  /** The request's Cookie header, for sign-ins in several steps that belong to one browser. */
  cookies: string;
  /** What the caller has seen of the database, for queries on replicas. */
  seen?: SeenPosition | undefined;
}

interface ProcedureMeta {
  /** For a query that a replica must not answer, or cannot because it writes. */
  onPrimary?: true;
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // A stream ends regularly and resumes by its last id: its session is checked again each time.
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
 * A procedure with rate limit, access check, metrics and failure report. They share one middleware, because each one
 * costs tRPC about as much as parsing the input.
 * @param admit returns the caller in the form that the procedure gets, or refuses
 */
function guardedProcedure<Known extends Caller>(admit: (caller: Caller, type: ProcedureType) => Known) {
  return t.procedure.use(async ({ ctx, path, type, meta, next }) => {
    await ctx.platform.limits.consume('procedure', ctx.caller);
    const stop = ctx.platform.metrics.startProcedure(path, type);
    try {
      const caller = admit(ctx.caller, type);
      const run = async (platform: Platform) => {
        const answered = await next({ ctx: { caller, platform } });
        if (!answered.ok) throw answered.error;
        return answered;
      };
      const onPrimary = meta?.onPrimary === true;
      const result =
        type === 'query' ? await readFromReplicaIfFresh(ctx, { onPrimary }, run) : await run(ctx.platform);
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

const userWith = (access: 'signedIn' | 'admin') => (caller: Caller, type: ProcedureType) => {
  requireAccess(access, caller.actor, { isWrite: type === 'mutation' });
  return { ...caller, actor: caller.actor as UserActor };
};

/** Anyone may call. */
export const publicProcedure = guardedProcedure((caller) => caller);

/** A signed-in user; a read-scoped access token may call queries only. */
export const signedInProcedure = guardedProcedure(userWith('signedIn'));

/** A signed-in user with role `admin`. */
export const adminProcedure = guardedProcedure(userWith('admin'));

/**
 * An output schema whose `parseAsync` parses synchronously. tRPC always parses asynchronously, which takes zod several
 * times as long for an answer of many rows. An answer object that several callers share is parsed once.
 */
export function parseSynchronously<Schema extends z.ZodType>(schema: Schema): Schema {
  const parsedAnswers = new WeakMap<object, unknown>();
  const parseAsync = async (value: object) => {
    const parsed = parsedAnswers.get(value) ?? schema.parse(value);
    parsedAnswers.set(value, parsed);
    return parsed;
  };
  return Object.assign(Object.create(schema), { parseAsync });
}
