import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MIN_SEARCH_CHARACTERS } from '#kernel/search.ts';
import { Button } from '#ui/button.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { onSearchWanted } from './open-search.ts';
import { SEARCH_PLACEHOLDER, searchInputClass } from './search-texts.ts';
import { useGoTo } from './use-go-to.ts';

// Loaded after the page, because its keyboard handling is a large part of a page's code.
const importBox = () => import('./search-box.tsx');
const SearchDialog = dialogOnDemand(async () => (await import('./search-dialog.tsx')).SearchDialog);

/** The search in the bar: a field on large screens, a sign on smaller ones. The shortcut / leads there. */
export function SearchPlace() {
  const field = useRef<HTMLDivElement>(null);
  const [dialogOpen, setDialogOpen] = useState(false);

  useEffect(() => {
    return onSearchWanted(() => {
      const input = field.current?.querySelector('input');
      if (input?.checkVisibility()) input.focus();
      else setDialogOpen(true);
    });
  }, []);

  return (
    <>
      <search ref={field} className="hidden w-66 min-w-50 xl:block">
        <FieldOnDemand />
      </search>
      <Button
        variant="quiet"
        square
        className="hidden lg:inline-flex xl:hidden"
        aria-label="Search"
        aria-haspopup="dialog"
        onClick={() => setDialogOpen(true)}
      >
        <Search size={18} aria-hidden="true" />
      </Button>
      {dialogOpen && <SearchDialog onClose={() => setDialogOpen(false)} />}
    </>
  );
}

interface LoadedSearch {
  SearchBox: Awaited<ReturnType<typeof importBox>>['SearchBox'];
  typed: string;
  focused: boolean;
}

/**
 * A plain field until the box is loaded, which takes over the typed text and the focus. They are exchanged in one step,
 * so that no key press is lost.
 */
function FieldOnDemand() {
  const [loaded, setLoaded] = useState<LoadedSearch | null>(null);
  const plain = useRef<HTMLInputElement>(null);
  const goTo = useGoTo();
  async function load() {
    const box = await importBox().catch(() => null);
    if (!box) return;
    const { SearchBox } = box;
    const input = plain.current;
    if (!input) return;
    const focused = document.activeElement === input;
    flushSync(() => setLoaded({ SearchBox, typed: input.value, focused }));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is mounted
  useEffect(() => {
    if (plain.current?.checkVisibility()) void load();
  }, []);
  if (loaded) return <loaded.SearchBox initialText={loaded.typed} autoFocus={loaded.focused} />;
  return (
    <span className="input w-full text-base">
      <Search size={18} className="shrink-0 text-muted" aria-hidden="true" />
      <input
        ref={plain}
        type="search"
        placeholder={SEARCH_PLACEHOLDER}
        aria-label="Search the market"
        maxLength={100}
        className={searchInputClass}
        onFocus={load}
        onKeyDown={({ key, currentTarget }) => {
          const typed = currentTarget.value.trim();
          if (key === 'Enter' && typed.length >= MIN_SEARCH_CHARACTERS) goTo.text(typed);
        }}
      />
    </span>
  );
}
