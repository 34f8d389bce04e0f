const listeners = new Set<() => void>();

/** Hears when someone asks for the search; returns how to stop. */
export function onSearchWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the search wherever it is: in the bar or, where that has no room for it, in a dialog. */
export function openSearch(): void {
  for (const listener of listeners) listener();
}
