import { openPalette } from './open-palette.ts';

const IS_APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** The hint in the bar that the palette is there; it opens it, too. */
export function PaletteButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label="Open the command palette"
      onClick={openPalette}
      className="hidden min-h-11 shrink-0 cursor-pointer items-center rounded-field px-1.5 hover:bg-quiet-soft lg:flex"
    >
      <kbd className="rounded border border-line px-1.5 py-0.5 font-sans text-xs whitespace-nowrap text-muted">
        {IS_APPLE ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}
