import type { Rolldown } from 'vite';

export type Chunk = Rolldown.OutputChunk;
export type Bundle = Rolldown.OutputBundle;
export type Chunks = Map<string, Chunk>;

const ROUTE = /\/src\/app\/browser\/routes\/([^/]+)\.tsx\?tsr-split=component$/;

export const chunksOf = (bundle: Bundle): Chunks =>
  new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );

/** What the browser loads to run these chunks. */
export function closure(chunks: Chunks, start: readonly Chunk[]): Set<Chunk> {
  const reached = new Set(start);
  for (const { imports } of reached) {
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk) reached.add(chunk);
    }
  }
  return reached;
}

export const entryOf = (chunks: Chunks, name: 'index' | 'visitor') =>
  [...chunks.values()].filter((chunk) => chunk.isEntry && chunk.name === name);

/** The id of a route from its file, as flat file routes are named. */
const routeIdOf = (file: string) => `/${file.replaceAll('.', '/')}`.replace(/\/index$/, '/');

export function routeChunks(chunks: Chunks): [routeId: string, Chunk][] {
  return [...chunks.values()].flatMap((chunk) =>
    chunk.moduleIds.flatMap((id) => {
      const file = ROUTE.exec(id)?.[1];
      return file ? [[routeIdOf(file), chunk] as [string, Chunk]] : [];
    }),
  );
}
