import { ArrowRight, Building2, UserRound, Zap } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RunnableEntry } from './use-palette-entries.ts';

const GROUPS = ['Market', 'People', 'Actions', 'Pages'] as const;
const icons = { Pages: ArrowRight, Actions: Zap, Market: Building2, People: UserRound };

/** Id of an entry's option in the palette of this id. */
export const optionId = (id: string, entry: RunnableEntry) => `${id}-${entry.group}-${entry.id}`;

interface PaletteListProps {
  id: string;
  entries: readonly RunnableEntry[];
  active: RunnableEntry | undefined;
  onChoose: (entry: RunnableEntry) => void;
}

/** Entries of the palette by group. The active one is scrolled into view. */
export function PaletteList({ id, entries, active, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is active
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className="overflow-y-auto p-1.5">
      {GROUPS.map((group) => {
        const inGroup = entries.filter((entry) => entry.group === group);
        if (inGroup.length === 0) return null;
        const Icon = icons[group];
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
              {group}
            </p>
            {inGroup.map((entry) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
              <div
                key={entry.id}
                id={optionId(id, entry)}
                role="option"
                aria-selected={entry === active}
                onClick={() => onChoose(entry)}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 py-1.5 hover:bg-quiet-soft aria-selected:bg-quiet-soft"
              >
                <Icon size={17} className="shrink-0 text-brass" aria-hidden="true" />
                <span className="min-w-0 grow truncate">{entry.label}</span>
                {entry.note && (
                  <span className="max-w-1/2 shrink-0 truncate text-sm text-muted">{entry.note}</span>
                )}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
