import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface TabItem {
  id: string;
  title: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly TabItem[];
  selected?: string | undefined;
  defaultSelected?: string;
  onSelect?: (id: string) => void;
  className?: string;
}

/** Index of the tab that a key leads to among `count` tabs; null for other keys. */
function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** With `selected` the caller owns the choice (for example in the URL), without it the tabs do. */
export function Tabs({ label, tabs, selected, defaultSelected, onSelect, className }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(defaultSelected ?? tabs[0]?.id);
  const current = selected ?? own;

  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[id="${id}-${current}"]`);
    if (!row || !tab) return;
    // Only in a row wider than the screen. Only the row is scrolled, never the page.
    const reveal = () => {
      const { left, right } = tab.getBoundingClientRect();
      const shown = row.getBoundingClientRect();
      if (left < shown.left) row.scrollLeft -= shown.left - left;
      else if (right > shown.right) row.scrollLeft += right - shown.right;
    };
    // At once, and again when the row gets another width, as on a phone that is turned.
    const observer = new ResizeObserver(reveal);
    observer.observe(row);
    return () => observer.disconnect();
  }, [id, current]);

  function select(tab: TabItem | undefined) {
    if (!tab || tab.id === current) return;
    setOwn(tab.id);
    onSelect?.(tab.id);
  }

  function move(event: KeyboardEvent, at: number) {
    const target = targetOf(event.key, at, tabs.length);
    if (target === null) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus();
    select(tabs[target]);
  }

  return (
    <div className={joinClasses('min-w-0', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="tab-row flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab, at) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `${id}-${tab.id}-panel` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            className="inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 text-[0.9375rem] sm:px-4 font-medium text-muted -outline-offset-2 hover:text-ink aria-selected:border-primary aria-selected:text-ink"
            onClick={() => select(tab)}
            onKeyDown={(event) => move(event, at)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.map(
        (tab) =>
          tab.id === current && (
            <div
              key={tab.id}
              role="tabpanel"
              id={`${id}-${tab.id}-panel`}
              aria-labelledby={`${id}-${tab.id}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may hold nothing that takes the focus
              tabIndex={0}
              className="pt-6 -outline-offset-2"
            >
              {tab.content}
            </div>
          ),
      )}
    </div>
  );
}
