import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { useGoTo, usePausedText, useSuggestions } from '#features/search/client/index.ts';
import { MIN_SEARCH_CHARACTERS } from '#kernel/search.ts';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { chooseTheme } from '#ui/theme.ts';
import { MemberContext } from '../navigation/member-context.ts';
import { accountLinks, navigationSections } from '../navigation/navigation-links.ts';
import { publicLinks } from '../navigation/public-pages.ts';
import { matching, type PaletteEntry, statusOf } from './palette-entries.ts';

export interface RunnableEntry extends PaletteEntry {
  run: () => void;
}

const MAX_SHOWN_PEOPLE = 5;

/**
 * Entries for a typed text: properties, people for admins, actions and pages.
 * @param onShortcuts shows the keyboard shortcuts
 */
export function usePaletteEntries(
  typed: string,
  onShortcuts: () => void,
): { entries: RunnableEntry[]; failed: boolean; status: string } {
  const { user } = useUser();
  const navigate = useNavigate();
  const goTo = useGoTo();
  const leave = useContext(MemberContext)?.leave;
  const found = useSuggestions(typed);
  const isAdmin = user?.role === 'admin';
  const query = typed.trim();
  const asked = usePausedText(query);
  const isSearched = query.length >= MIN_SEARCH_CHARACTERS;
  const people = useQuery({
    ...trpc.backOffice.users.queryOptions({ q: asked, limit: MAX_SHOWN_PEOPLE }),
    enabled: isAdmin && isSearched && asked === query,
  });
  const sections = navigationSections.filter(({ id }) => id !== 'admin' || isAdmin);
  const pages = [
    ...publicLinks.map((link) => ({ ...link, note: '' })),
    ...sections.flatMap(({ menu, links }) => links.map((link) => ({ ...link, note: menu }))),
    ...accountLinks.map((link) => ({ ...link, note: 'Account' })),
    { to: '/notifications' as const, label: 'Notifications', note: '' },
    { to: '/about/contact', label: 'Contact and help', note: '' },
  ].map(
    ({ to, label, note }): RunnableEntry => ({
      id: to,
      group: 'Pages',
      label,
      note,
      run: () => void navigate({ href: to }),
    }),
  );
  const actions: RunnableEntry[] = [
    action('deposit', 'Add money', 'deposit bank', () => void navigate({ href: '/wallet?dialog=deposit' })),
    action(
      'withdraw',
      'Withdraw money',
      'bank cash out',
      () => void navigate({ href: '/wallet?dialog=withdraw' }),
    ),
    action('dark', 'Use the dark theme', 'night', () => chooseTheme('dark')),
    action('light', 'Use the light theme', 'day', () => chooseTheme('light')),
    action('shortcuts', 'Show keyboard shortcuts', 'keys help', onShortcuts),
    ...(leave ? [action('leave', leave.label, 'sign out leave', leave.now)] : []),
  ];
  const market = found.items.map(
    (item): RunnableEntry => ({
      id: `${item.type}-${item.id}`,
      group: 'Market',
      label: item.title,
      note: item.subtitle,
      run: () => goTo.suggestion(item),
    }),
  );
  const persons = (asked === query && isSearched ? (people.data?.items ?? []) : []).map(
    ({ id, name, email }): RunnableEntry => ({
      id,
      group: 'People',
      label: name,
      note: email,
      run: () => void navigate({ to: '/admin-users/$id', params: { id } }),
    }),
  );
  const entries = [
    // Until the answer to this text is there, only what fits it of the answer to the text before.
    ...(found.fresh ? market : matching(market, typed)),
    ...persons,
    ...matching(actions, typed),
    ...matching(pages, typed),
  ];
  const isAskingForPeople = isAdmin && (asked !== query || people.isPending);
  const waiting = isSearched && ((!found.fresh && !found.failed) || isAskingForPeople);
  const failed = isSearched && (found.failed || (people.isError && !people.isFetching));
  return { entries, failed, status: statusOf({ count: entries.length, query, waiting, failed }) };
}

const action = (id: string, label: string, words: string, run: () => void): RunnableEntry => ({
  id,
  group: 'Actions',
  label,
  words,
  run,
});
