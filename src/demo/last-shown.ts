import { type DehydratedState, dehydrate, hydrate, type InfiniteData } from '@tanstack/react-query';
import type { DemoPerson } from '#kernel/demo.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { currentPerson, currentWorld, isActive, readShown, storeShown } from './storage.ts';

/** Data that a tab had loaded for its person; its next page shows them while the database opens. */
interface Shown {
  build: string;
  world: string | null;
  person: DemoPerson;
  state: DehydratedState;
}

/** The script's name changes with every build, whose screens may expect other answers. */
const BUILD = import.meta.url;

let remembers = true;

/**
 * Stores the loaded data of this tab whenever it is left or hidden; a page that is shown again afterwards makes it
 * outdated.
 */
export function rememberShown(): void {
  document.addEventListener('visibilitychange', () => {
    storeShown(document.visibilityState === 'hidden' && remembers && isActive() ? shown() : null);
  });
}

/** Stops storing, because the demo ends. */
export function clearShown(): void {
  remembers = false;
  storeShown(null);
}

function shown(): string {
  const state = dehydrate(queryClient, {
    shouldDehydrateMutation: () => false,
    // Answers of procedures, whose keys begin with a path, are JSON; files are not.
    shouldDehydrateQuery: (query) => query.state.status === 'success' && Array.isArray(query.queryKey[0]),
  });
  const all: Shown = { build: BUILD, world: currentWorld(), person: currentPerson(), state };
  return JSON.stringify(all);
}

/** Puts what this tab last showed into the cache; false when there is nothing of this demo and person. */
export function takeShown(): boolean {
  const text = readShown();
  storeShown(null);
  if (text === null) return false;
  const { build, world, person, state } = JSON.parse(text) as Shown;
  if (build !== BUILD || world !== currentWorld() || person !== currentPerson()) return false;
  if (state.queries.length === 0) return false;
  hydrate(queryClient, state, { defaultOptions: { deserializeData: withFirstPage } });
  return true;
}

/** The parameter of a list's first page is undefined, of which JSON makes null. */
function withFirstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pageParams' in data)) return data;
  const { pageParams } = data as InfiniteData<unknown>;
  return { ...data, pageParams: pageParams.map((param) => param ?? undefined) };
}
