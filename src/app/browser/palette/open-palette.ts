let listener: (() => void) | null = null;
let isRequested = false;

/**
 * Listens for requests for the palette, also for one from before its code was loaded.
 * @returns how to stop
 */
export function onPaletteRequest(open: () => void): () => void {
  listener = open;
  if (isRequested) open();
  isRequested = false;
  return () => {
    listener = null;
  };
}

export function openPalette(): void {
  if (listener) listener();
  else isRequested = true;
}
