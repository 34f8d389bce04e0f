export const SHORTCUTS = [
  { keys: 'Ctrl K', does: 'Open the command palette' },
  { keys: '/', does: 'Search properties, locations and yields' },
  { keys: '?', does: 'Show these shortcuts' },
  { keys: 'Esc', does: 'Close a dialog or a menu' },
] as const;

const KEY = 'commonhold-single-keys';

/** Whether single keys are shortcuts. People who dictate, or who press keys by accident, can switch that off. */
export function singleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

export type Shortcut = 'palette' | 'search' | 'list';

/** The shortcut that a key press is; null while someone types or a dialog is open. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.altKey || document.querySelector('dialog:modal')) return null;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' ? 'palette' : null;
  const typing = (event.target as Element | null)?.closest?.(
    'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]',
  );
  if (typing || !singleKeysOn()) return null;
  if (event.key === '?') return 'list';
  return event.key === '/' ? 'search' : null;
}
