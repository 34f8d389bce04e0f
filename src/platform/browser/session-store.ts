const PREFIX = 'commonhold.';
const memory = new Map<string, string>();

function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** JSON kept for the life of the tab, through reloads; in memory alone where the browser forbids storage. */
export function readKept(key: string): unknown {
  const text = storage()?.getItem(PREFIX + key) ?? memory.get(key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    storage()?.setItem(PREFIX + key, text);
  } catch {
    // A full or forbidden storage only loses the reload; memory still holds the value.
  }
}

export function forget(key: string): void {
  memory.delete(key);
  storage()?.removeItem(PREFIX + key);
}

/** Drops everything kept, so that the next person at this browser finds nothing of it. */
export function forgetEverything(): void {
  memory.clear();
  const store = storage();
  if (!store) return;
  for (const key of Object.keys(store)) {
    if (key.startsWith(PREFIX)) store.removeItem(key);
  }
}
