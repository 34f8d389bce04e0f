type Load = () => Promise<unknown>;

/** How to load each part on the screen whose code did not arrive. */
const failed = new Set<Load>();

export const hasFailedParts = (): boolean => failed.size > 0;

/** Adds a part that failed; returns how to remove it once it has left the screen. */
export function addFailedPart(load: Load): () => void {
  failed.add(load);
  return () => failed.delete(load);
}

/** Loads the failed parts again. Those that fail once more stay, for another try. */
export async function loadFailedParts(): Promise<void> {
  await Promise.all(
    [...failed].map((load) =>
      load().then(
        () => failed.delete(load),
        () => undefined,
      ),
    ),
  );
}
