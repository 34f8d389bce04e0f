import type { AnyTRPCRouter } from '@trpc/server';
import { type JobRegistry, subscriptionsOf } from '../jobs/jobs.ts';
import type { InTransactionHandler, InTransactionHandlers } from '../runtime/run.ts';
import type { FormRoute } from '../transport/forms.ts';
import type { RestRoute } from '../transport/rest.ts';
import type { Invariant } from '../verification/invariants.ts';

/** The parts that a slice provides to the server. All but the name are optional. */
interface SliceDefinition<Name extends string, Router extends AnyTRPCRouter | undefined> {
  /** Its key in the router, and the prefix of its job kinds. */
  name: Name;
  router?: Router;
  rest?: readonly RestRoute[];
  forms?: readonly FormRoute[];
  /** Its jobs. Events of any slice start those that `jobFor` or `startedBy` made. */
  jobs?: Partial<Omit<JobRegistry, 'onEvent'>>;
  /**
   * Handlers that run in the transaction of another slice's command, by the type of the event that it emits: for
   * changes that must never be seen apart. Batched commands have no such handlers.
   */
  inTransaction?: Readonly<Record<string, InTransactionHandler>>;
  /** Checked by `npm run verify`. */
  invariants?: readonly Invariant[];
}

export type Slice<
  Name extends string = string,
  Router extends AnyTRPCRouter | undefined = AnyTRPCRouter | undefined,
> = Required<Omit<SliceDefinition<Name, Router>, 'jobs'>> & { jobs: JobRegistry };

/**
 * Defines the parts that a slice provides to the server.
 * @throws Error when it schedules a job that it does not handle, or handles a job under another's name
 */
export function defineSlice<const Name extends string, Router extends AnyTRPCRouter | undefined = undefined>(
  definition: SliceDefinition<Name, Router>,
): Slice<Name, Router> {
  const { name } = definition;
  const { handlers = {}, schedules = [] } = definition.jobs ?? {};
  const foreign = Object.keys(handlers).find((kind) => !kind.startsWith(`${name}.`));
  if (foreign !== undefined)
    throw new Error(`The job ${foreign} of slice ${name} must begin with "${name}.".`);
  const unhandled = schedules.find(({ kind }) => handlers[kind] === undefined);
  if (unhandled !== undefined)
    throw new Error(`The slice ${name} starts ${unhandled.kind} and has no handler for it.`);
  return {
    router: undefined as Router,
    rest: [],
    forms: [],
    invariants: [],
    inTransaction: {},
    ...definition,
    jobs: { onEvent: subscriptionsOf(handlers), handlers, schedules },
  };
}

/** The routers of the slices that have one, by slice name. */
type RoutersOf<Slices extends readonly Slice[]> = {
  [One in Slices[number] as One['router'] extends AnyTRPCRouter ? One['name'] : never]: Extract<
    One['router'],
    AnyTRPCRouter
  >;
};

/** The parts of the server, combined from all slices. */
interface CombinedSlices<Slices extends readonly Slice[]> {
  routers: RoutersOf<Slices>;
  restRoutes: readonly RestRoute[];
  formRoutes: readonly FormRoute[];
  jobRegistry: JobRegistry;
  inTransaction: InTransactionHandlers;
  invariants: readonly Invariant[];
}

/**
 * Combines slices.
 * @throws Error naming both slices when two of them claim the same name, path, kind of job or invariant
 */
export function combineSlices<const Slices extends readonly Slice[]>(slices: Slices): CombinedSlices<Slices> {
  refuseSharedClaims(slices, 'the name', ({ name }) => [name]);
  refuseSharedClaims(slices, 'the path', ({ rest, forms }) => [
    ...rest.map(({ method, path }) => `${method} ${path}`),
    ...forms.map(({ path }) => `POST ${path}`),
  ]);
  refuseSharedClaims(slices, 'the job', ({ jobs }) => Object.keys(jobs.handlers));
  refuseSharedClaims(slices, 'the schedule', ({ jobs }) => jobs.schedules.map(({ kind }) => kind));
  refuseSharedClaims(slices, 'the invariant', ({ invariants }) => invariants.map(({ name }) => name));
  const handlers: JobRegistry['handlers'] = Object.assign({}, ...slices.map(({ jobs }) => jobs.handlers));
  const inTransaction: Record<string, InTransactionHandler[]> = {};
  for (const slice of slices) {
    for (const [event, handler] of Object.entries(slice.inTransaction))
      inTransaction[event] = [...(inTransaction[event] ?? []), handler];
  }
  return {
    routers: Object.fromEntries(
      slices.flatMap(({ name, router }) => (router === undefined ? [] : [[name, router]])),
    ) as RoutersOf<Slices>,
    restRoutes: slices.flatMap(({ rest }) => rest),
    formRoutes: slices.flatMap(({ forms }) => forms),
    jobRegistry: {
      onEvent: subscriptionsOf(handlers),
      handlers,
      schedules: slices.flatMap(({ jobs }) => jobs.schedules),
    },
    inTransaction,
    invariants: slices.flatMap(({ invariants }) => invariants),
  };
}

function refuseSharedClaims(
  slices: readonly Slice[],
  what: string,
  claimsOf: (slice: Slice) => readonly string[],
): void {
  const claimedBy = new Map<string, string>();
  for (const slice of slices) {
    for (const claim of claimsOf(slice)) {
      const other = claimedBy.get(claim);
      if (other !== undefined)
        throw new Error(`The slices ${other} and ${slice.name} both claim ${what} ${claim}.`);
      claimedBy.set(claim, slice.name);
    }
  }
}
