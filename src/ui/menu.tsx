import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  Button,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  RouterProvider,
} from 'react-aria-components';
import { joinClasses } from '#ui/classes.ts';

interface MenuEntry {
  id: string;
  label: string;
  icon?: LucideIcon;
  href?: string;
  onSelect?: () => void;
  tone?: 'danger';
  current?: boolean;
}

interface MenuGroup {
  id: string;
  title?: string;
  items: readonly MenuEntry[];
}

interface MenuProps {
  /** Accessible name of the list, and of the trigger when that shows only a picture. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  triggerLabel?: string;
  groups: readonly MenuGroup[];
  placement?: 'bottom start' | 'bottom end';
}

/** Rendered once around the app, so that `href` entries navigate without loading the page again. */
export const MenuNavigation = RouterProvider;

export function Menu({
  label,
  trigger,
  triggerClassName,
  triggerLabel,
  groups,
  placement = 'bottom start',
}: MenuProps) {
  return (
    <MenuTrigger>
      <Button
        className={triggerClassName ?? 'btn btn-ghost'}
        {...(triggerLabel === undefined ? {} : { 'aria-label': triggerLabel })}
      >
        {trigger}
      </Button>
      <Popover
        placement={placement}
        className="max-w-80 min-w-56 overflow-y-auto rounded-box border border-line bg-surface p-1.5 text-ink shadow-lg shadow-black/10"
      >
        <AriaMenu aria-label={label} className="outline-none">
          {groups.map((group) => (
            <MenuSection
              key={group.id}
              {...(group.title === undefined ? { 'aria-label': label } : {})}
              className="not-first:mt-1.5 not-first:border-t not-first:border-line not-first:pt-1.5"
            >
              {group.title !== undefined && (
                <Header className="px-3 py-1.5 text-xs font-semibold wrap-anywhere text-muted">
                  {group.title}
                </Header>
              )}
              {group.items.map((item) => (
                <Entry key={item.id} item={item} />
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Entry({ item }: { item: MenuEntry }) {
  const { icon: Icon, onSelect, href, current, tone } = item;
  return (
    <MenuItem
      id={item.id}
      textValue={item.label}
      {...(href === undefined ? {} : { href })}
      {...(onSelect === undefined ? {} : { onAction: onSelect })}
      className={joinClasses(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-field px-3 py-2 text-[0.9375rem] -outline-offset-2 data-focused:bg-quiet-soft',
        tone === 'danger' && 'text-negative',
        current && 'font-semibold',
      )}
    >
      {Icon && <Icon size={18} className="shrink-0 opacity-80" aria-hidden="true" />}
      {item.label}
      {current && <span className="sr-only"> (current page)</span>}
    </MenuItem>
  );
}
