const PREFIX = 'commonhold.';
const memory = new Map<string, string>();

function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** JSON stored for the life of the tab, through reloads; in memory alone where the browser forbids storage. */
export function readStored(key: string): unknown {
  const text = storage()?.getItem(PREFIX + key) ?? memory.get(key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function store(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    storage()?.setItem(PREFIX + key, text);
  } catch {
    // A full or forbidden storage only loses the reload; memory still holds the value.
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  storage()?.removeItem(PREFIX + key);
}

/** Removes everything stored, so that the next person at this browser finds nothing of it. */
export function clearStored(): void {
  memory.clear();
  const session = storage();
  if (!session) return;
  for (const key of Object.keys(session)) {
    if (key.startsWith(PREFIX)) session.removeItem(key);
  }
}
