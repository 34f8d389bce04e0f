import { ShortcutLayer } from '../palette/shortcut-layer.tsx';
import { BottomBar } from './bottom-bar.tsx';

/** Parts loaded after the page: shortcuts, and the main places on a phone. */
export function ShortcutsAndPlaces() {
  return (
    <>
      <ShortcutLayer />
      <BottomBar />
    </>
  );
}
