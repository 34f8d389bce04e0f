let hear: (() => void) | null = null;
let wanted = false;

/** Listens for requests for the palette, also for earlier ones from before its code was loaded; returns how to stop. */
export function onPaletteWanted(listener: () => void): () => void {
  hear = listener;
  if (wanted) listener();
  wanted = false;
  return () => {
    hear = null;
  };
}

export function openPalette(): void {
  if (hear) hear();
  else wanted = true;
}
