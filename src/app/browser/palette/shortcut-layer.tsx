import { useEffect, useState } from 'react';
import { openSearch } from '#features/search/client/index.ts';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { onPaletteRequest } from './open-palette.ts';
import { type Shortcut, shortcutOf } from './shortcuts.ts';

const Palette = dialogOnDemand(async () => (await import('./palette.tsx')).Palette);
const ShortcutList = dialogOnDemand(async () => (await import('./shortcut-list.tsx')).ShortcutList);

/** Listens for the shortcuts of signed-in people, and shows the palette and the list of shortcuts. */
export function ShortcutLayer() {
  const [shown, setShown] = useState<Shortcut | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === 'search') openSearch();
      else setShown(shortcut);
    };
    const stop = onPaletteRequest(() => setShown('palette'));
    addEventListener('keydown', onKeyDown);
    return () => {
      stop();
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
  const close = () => setShown(null);
  if (shown === 'palette') return <Palette onClose={close} onShortcuts={() => setShown('list')} />;
  return shown === 'list' && <ShortcutList onClose={close} />;
}
