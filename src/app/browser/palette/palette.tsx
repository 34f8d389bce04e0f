import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, Building2, Search, UserRound, Zap } from 'lucide-react';
import { type KeyboardEvent, useContext, useEffect, useId, useRef, useState } from 'react';
import { useGoTo, useSuggestions } from '#features/search/client/index.ts';
import { LEAST_SEARCH_CHARACTERS } from '#kernel/search.ts';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ModalFrame } from '#ui/modal-frame.tsx';
import { chooseTheme } from '#ui/theme.ts';
import { MemberContext } from '../navigation/member-context.ts';
import { accountLinks, navigationSections } from '../navigation/navigation-links.ts';
import { publicLinks } from '../navigation/public-pages.ts';
import { matching, type PaletteEntry } from './palette-entries.ts';

interface Runnable extends PaletteEntry {
  run: () => void;
}

const PEOPLE_SHOWN = 5;
const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const GROUPS = ['Market', 'People', 'Actions', 'Pages'] as const;
const icons = { Pages: ArrowRight, Actions: Zap, Market: Building2, People: UserRound };

/** Everything within reach of the keyboard: pages, actions, properties, and for admins people. */
export function Palette({ onClose, onList }: { onClose: () => void; onList: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { entries, status } = useEntries(typed, onList);
  const active = entries[Math.min(at, entries.length - 1)];
  const optionId = (entry: Runnable) => `${id}-${entry.group}-${entry.id}`;
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is active
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  function choose(entry: Runnable | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  function follow(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, entries.length - 1) + step + entries.length) % entries.length);
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
        <label className="flex items-center gap-3 border-b border-line px-4">
          <Search size={18} className="shrink-0 text-muted" aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-expanded={entries.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active && optionId(active)}
            aria-label="Pages, properties and actions"
            placeholder="Where to?"
            maxLength={100}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
            autoFocus
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setAt(0);
            }}
            onKeyDown={follow}
            className="min-h-13 min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted"
          />
        </label>
        <span role="status" className="sr-only">
          {status}
        </span>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Results"
          className="overflow-y-auto p-1.5"
        >
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
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys
                  <div
                    key={entry.id}
                    id={optionId(entry)}
                    role="option"
                    aria-selected={entry === active}
                    onClick={() => choose(entry)}
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
        {entries.length === 0 && (
          <p className="px-4 py-5 text-muted wrap-anywhere">{status || 'Searching'}</p>
        )}
        <p className="hidden border-t border-line px-4 py-2 text-sm text-muted sm:block">
          Arrow keys to move, Enter to open, Esc to close. Press ? anywhere for all shortcuts.
        </p>
      </div>
    </ModalFrame>
  );
}

function useEntries(typed: string, onList: () => void): { entries: Runnable[]; status: string } {
  const { user } = useUser();
  const navigate = useNavigate();
  const goTo = useGoTo();
  const leave = useContext(MemberContext)?.leave;
  const found = useSuggestions(typed);
  const isAdmin = user?.role === 'admin';
  const query = typed.trim();
  const people = useQuery({
    ...trpc.backOffice.users.queryOptions({ q: query, limit: PEOPLE_SHOWN }),
    enabled: isAdmin && query.length >= LEAST_SEARCH_CHARACTERS,
  });
  const sections = navigationSections.filter(({ id }) => id !== 'admin' || isAdmin);
  const pages = [
    ...publicLinks.map((link) => ({ ...link, note: '' })),
    ...sections.flatMap(({ menu, links }) => links.map((link) => ({ ...link, note: menu }))),
    ...accountLinks.map((link) => ({ ...link, note: 'Account' })),
    { to: '/notifications' as const, label: 'Notifications', note: '' },
    { to: '/about/contact', label: 'Contact and help', note: '' },
  ].map(
    ({ to, label, note }): Runnable => ({
      id: to,
      group: 'Pages',
      label,
      note,
      run: () => void navigate({ href: to }),
    }),
  );
  const actions: Runnable[] = [
    action('deposit', 'Add money', 'deposit bank', () => void navigate({ href: '/wallet?dialog=deposit' })),
    action(
      'withdraw',
      'Withdraw money',
      'bank cash out',
      () => void navigate({ href: '/wallet?dialog=withdraw' }),
    ),
    action('dark', 'Use the dark theme', 'night', () => chooseTheme('dark')),
    action('light', 'Use the light theme', 'day', () => chooseTheme('light')),
    action('shortcuts', 'Show keyboard shortcuts', 'keys help', onList),
    ...(leave ? [action('leave', leave.label, 'sign out leave', leave.now)] : []),
  ];
  const market = found.items.map(
    (item): Runnable => ({
      id: `${item.type}-${item.id}`,
      group: 'Market',
      label: item.title,
      note: item.subtitle,
      run: () => goTo.suggestion(item),
    }),
  );
  const persons = (people.data?.items ?? []).map(
    ({ id, name, email }): Runnable => ({
      id,
      group: 'People',
      label: name,
      note: email,
      run: () => void navigate({ to: '/admin-users/$id', params: { id } }),
    }),
  );
  const entries = [...market, ...persons, ...matching(actions, typed), ...matching(pages, typed)];
  const waiting = query.length >= LEAST_SEARCH_CHARACTERS && !found.fresh && !found.failed;
  const status =
    entries.length > 0 ? `${entries.length} results` : waiting ? '' : `Nothing found for “${query}”`;
  return { entries, status };
}

const action = (id: string, label: string, words: string, run: () => void): Runnable => ({
  id,
  group: 'Actions',
  label,
  words,
  run,
});
