import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { ModalFrame } from '#ui/modal-frame.tsx';
import { optionId, PaletteList } from './palette-list.tsx';
import { type RunnableEntry, usePaletteEntries } from './use-palette-entries.ts';

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The command palette: pages, actions, properties, and for admins people. */
export function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState('');
  const { entries, failed, status } = usePaletteEntries(typed, onShortcuts);
  const active = entries.find((entry) => optionId(id, entry) === activeId) ?? entries[0];
  // It stays active when results arrive above it, so that Enter opens what was seen.
  if (active && optionId(id, active) !== activeId) setActiveId(optionId(id, active));

  function choose(entry: RunnableEntry | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  function handleKey(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      const at = active ? entries.indexOf(active) : 0;
      const next = entries[(at + step + entries.length) % entries.length];
      if (next) setActiveId(optionId(id, next));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(active);
    }
  }

  return (
    <ModalFrame
      className="modal items-start! p-3 sm:pt-24"
      aria-label="Command palette"
      onEscape={onClose}
      onBackdrop={onClose}
    >
      <div className="mx-auto flex max-h-[min(32rem,calc(100dvh-2rem))] w-full max-w-xl flex-col overflow-hidden rounded-box border border-line bg-surface shadow-xl">
        <label className="flex items-center gap-3 border-b border-line px-4 focus-within:border-primary focus-within:shadow-[inset_0_-1px_0_var(--color-primary)]">
          <Search size={18} className="shrink-0 text-muted" aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-expanded={entries.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active && optionId(id, active)}
            aria-label="Pages, properties and actions"
            placeholder="Where to?"
            maxLength={100}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
            autoFocus
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setActiveId('');
            }}
            onKeyDown={handleKey}
            className="min-h-13 min-w-0 grow bg-transparent text-base outline-none! placeholder:text-muted"
          />
        </label>
        <span role="status" className="sr-only">
          {status}
        </span>
        <PaletteList {...{ id, entries, active }} onChoose={choose} />
        {(entries.length === 0 || failed) && (
          <p className="px-4 py-5 text-muted wrap-anywhere">{status || 'Searching'}</p>
        )}
        <p className="hidden border-t border-line px-4 py-2 text-sm text-muted sm:block">
          Arrow keys to move, Enter to open, Esc to close. Press ? for all shortcuts.
        </p>
      </div>
    </ModalFrame>
  );
}
