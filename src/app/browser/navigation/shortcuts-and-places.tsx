import { ShortcutLayer } from '../palette/shortcut-layer.tsx';
import { BottomBar } from './bottom-bar.tsx';

/** What a page does not wait for: shortcuts, and the main places on a phone. */
export function ShortcutsAndPlaces() {
  return (
    <>
      <ShortcutLayer />
      <BottomBar />
    </>
  );
}
