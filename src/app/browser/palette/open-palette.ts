let hear: (() => void) | null = null;
let wanted = false;

/** Hears when someone asks for the palette, also what was asked before its code was there; returns how to stop. */
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
