import { EVENTS_HEADER, type OwnEvent, REPLAYED_HEADER } from '#kernel/answer-headers.ts';
import type { LiveEvent } from '#kernel/events.ts';
import { codeOf, statusOf } from './errors.ts';
import type { StaleQueries } from './live-map.ts';
import { queryClient } from './query-client.ts';
import { invalidatePosition, type MutationEnd, onMutationEnd } from './trpc.ts';

const MAX_OWN_OPERATIONS = 100;

let staleQueries: Readonly<Record<string, StaleQueries>> = {};
let latest: Promise<void> = Promise.resolve();
/** By operation of an own command: the queries that are refreshed already, or were updated from its answer. */
const ownRefreshes = new Map<string, ReadonlySet<string>>();

/** Refreshes queries by this map after every mutation. */
export function refreshBy(map: Readonly<Record<string, StaleQueries>>): void {
  staleQueries = map;
  onMutationEnd(refreshAfter);
}

/** Loads these queries again, each once; those not on the screen when they are next shown. */
export function refresh(paths: Iterable<string>): void {
  const stale = [...new Set(paths)];
  if (stale.length === 0) return;
  latest = queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && isAmong(stale, path.join('.')),
  });
}

const isAmong = (stale: readonly string[], path: string) =>
  stale.some((one) => path === one || path.startsWith(`${one}.`));

/** Resolves when the screen shows the changes of the last own command. */
export const refreshed = (): Promise<void> => latest;

/** The queries that a live event makes stale, apart from those that were refreshed after the own command that caused it. */
export function staleAfter({ type, propertyId, mine, operation }: LiveEvent): readonly string[] {
  const stale = staleBy({ type, mine, isBroadcast: propertyId !== null }, false);
  const fresh = ownRefreshes.get(operation);
  return fresh ? stale.filter((path) => !fresh.has(path)) : stale;
}

function staleBy(
  { type, mine, isBroadcast }: Pick<OwnEvent, 'mine' | 'isBroadcast'> & { type: string },
  hasAnswer: boolean,
) {
  const { broadcast = [], person = [], answered = [], admin = [] } = staleQueries[type] ?? {};
  const own = hasAnswer ? person : [...person, ...answered];
  return [...(isBroadcast ? broadcast : []), ...(mine ? own : []), ...admin];
}

/** Everything that events of a slice make stale. */
function staleWith(slice: string): string[] {
  const entries = Object.entries(staleQueries).filter(([type]) => type.startsWith(`${slice}.`));
  return entries.flatMap(([, stale]) => Object.values(stale).flat());
}

/** Refusals that do not make the screen outdated. */
const ABOUT_THE_INPUT = new Set(['MALFORMED', 'CONFIRM_IDENTITY']);

function refreshAfter({ slice, header, error }: MutationEnd): void {
  if (error !== undefined) refreshAfterFailure(slice, error);
  // The events of an answer that was recorded earlier are no longer known.
  else if (header(REPLAYED_HEADER)) refresh(staleWith(slice));
  else {
    const events = ownEventsIn(header(EVENTS_HEADER));
    if (events) refreshAfterOwn(events);
    else refresh(staleWith(slice));
  }
}

/** Null when the header is not JSON: a proxy may cut or rewrite it. */
function ownEventsIn(header: string | null): readonly OwnEvent[] | null {
  try {
    return JSON.parse(header ?? '[]');
  } catch {
    return null;
  }
}

function refreshAfterOwn(events: readonly OwnEvent[]): void {
  const known = new Set(events.flatMap((event) => staleBy(event, false)));
  for (const { operation } of events) ownRefreshes.set(operation, known);
  for (const [operation] of ownRefreshes) {
    if (ownRefreshes.size > MAX_OWN_OPERATIONS) ownRefreshes.delete(operation);
  }
  refresh(events.flatMap((event) => staleBy(event, true)));
}

/** A refusal may be due to something that the screen does not show yet; without an answer the outcome is unknown. */
function refreshAfterFailure(slice: string, error: unknown): void {
  const status = statusOf(error);
  if (status === null || status >= 500) {
    invalidatePosition();
    void queryClient.invalidateQueries({ refetchType: 'none' });
  } else if (status !== 401 && status !== 429 && !ABOUT_THE_INPUT.has(codeOf(error) ?? '')) {
    refresh(staleWith(slice));
  }
}
