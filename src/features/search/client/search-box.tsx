import { Building2, MapPin, Percent, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { ComboBox, Group, Input, type Key, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { formatPercent, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { MIN_SEARCH_CHARACTERS } from '#kernel/search.ts';
import { joinClasses } from '#ui/classes.ts';
import { useDelayed } from '#ui/use-delayed.ts';
import type { Suggestion } from '../search.contract.ts';
import { SEARCH_FAILED, SEARCH_PLACEHOLDER, searchInputClass } from './search-texts.ts';
import { useGoTo } from './use-go-to.ts';
import { type Suggestions, useSuggestions } from './use-suggestions.ts';

interface SearchBoxProps {
  /** Text typed before the box was there. */
  initialText?: string;
  autoFocus?: boolean;
  /** Parent element of the list: inside a modal, which makes everything else on the page unreachable. */
  listPlace?: Element | null;
  /** Called when it has led somewhere. */
  onGone?: () => void;
}

/** Finds properties, locations and yields while someone types. */
export function SearchBox({ onGone, listPlace = null, ...initial }: SearchBoxProps) {
  const [visit, setVisit] = useState(0);

  function leave() {
    // A new box is empty and closed; later callbacks of the old one are ignored.
    setVisit(visit + 1);
    onGone?.();
  }

  return <Box key={visit} {...(visit === 0 ? initial : {})} listPlace={listPlace} onLeave={leave} />;
}

type BoxProps = Omit<SearchBoxProps, 'onGone'> & { onLeave: () => void };

function Box({ initialText = '', autoFocus = false, listPlace, onLeave }: BoxProps) {
  const [text, setText] = useState('');
  // Given after the first paint: the list opens when the text changes, not for one that was there from the start.
  useEffect(() => setText(initialText), [initialText]);
  const found = useSuggestions(text);
  const goTo = useGoTo();
  const typed = text.trim();

  function choose(key: Key | null) {
    const chosen = found.items.find((item) => keyOf(item) === key);
    if (!chosen) return;
    goTo.suggestion(chosen);
    onLeave();
  }

  function follow(event: KeyboardEvent<HTMLInputElement>) {
    const onOption = event.currentTarget.getAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || onOption || typed.length < MIN_SEARCH_CHARACTERS) return;
    event.preventDefault();
    goTo.text(typed);
    onLeave();
  }

  return (
    <ComboBox
      aria-label="Search the market"
      className="w-full"
      items={found.items}
      inputValue={text}
      onInputChange={setText}
      selectedKey={null}
      onSelectionChange={choose}
      allowsCustomValue
      allowsEmptyCollection={typed.length >= MIN_SEARCH_CHARACTERS}
      menuTrigger="input"
    >
      <Group className="input w-full text-base">
        <Search size={18} className="shrink-0 text-muted" aria-hidden="true" />
        <Input
          type="search"
          placeholder={SEARCH_PLACEHOLDER}
          maxLength={100}
          enterKeyHint="search"
          className={searchInputClass}
          autoFocus={autoFocus}
          onKeyDown={follow}
        />
      </Group>
      <span role="status" className="sr-only">
        {statusOf(found, typed)}
      </span>
      <Popover
        {...(listPlace && { UNSTABLE_portalContainer: listPlace })}
        placement="bottom start"
        className="w-(--trigger-width) min-w-72 xl:min-w-96 overflow-y-auto rounded-box border border-line bg-surface p-1.5 text-ink shadow-lg shadow-black/10"
      >
        <ListBox
          aria-label="Suggestions"
          aria-busy={!found.fresh || undefined}
          className={joinClasses('outline-none', !found.fresh && found.items.length > 0 && 'opacity-60')}
          renderEmptyState={() => <Empty found={found} typed={typed} />}
        >
          {(item: Suggestion) => <Option item={item} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

const keyOf = ({ id, type }: Suggestion) => `${type}-${id}`;

function statusOf({ items, fresh, failed }: Suggestions, typed: string): string {
  if (failed) return SEARCH_FAILED;
  if (!fresh) return '';
  if (items.length === 0) return `No results found for "${typed}"`;
  return counted(items.length, 'suggestion');
}

function Empty({ found, typed }: { found: Suggestions; typed: string }) {
  const slow = useDelayed(!found.fresh && !found.failed);
  return (
    <p className="px-3 py-3 text-sm text-muted wrap-anywhere">
      {found.failed && SEARCH_FAILED}
      {found.fresh && `No results found for "${typed}"`}
      {slow ? 'Searching' : '\u00a0'}
    </p>
  );
}

const icons = { property: Building2, location: MapPin, yield: Percent };

function Option({ item }: { item: Suggestion }) {
  const Icon = icons[item.type];
  return (
    <ListBoxItem
      id={keyOf(item)}
      textValue={item.title}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 py-1.5 data-focused:bg-quiet-soft"
    >
      <Icon size={18} className="shrink-0 text-brass" aria-hidden="true" />
      <span className="min-w-0 grow">
        <span className="block truncate text-[0.9375rem] font-medium">{item.title}</span>
        <span className="block truncate text-sm text-muted">{item.subtitle}</span>
      </span>
      {item.yieldBps !== null && item.priceCents !== null ? (
        <span className="amount shrink-0 text-end text-sm">
          <span className="block font-medium">{formatPercent(item.yieldBps / 100)}</span>
          <span className="block text-muted">{formatUsdExact(item.priceCents)}</span>
        </span>
      ) : (
        <span className="shrink-0 text-sm text-muted">{item.badge}</span>
      )}
    </ListBoxItem>
  );
}
