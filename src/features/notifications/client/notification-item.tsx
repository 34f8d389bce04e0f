import {
  Award,
  Building2,
  Check,
  Ellipsis,
  HandCoins,
  type LucideIcon,
  Settings2,
  Trash2,
  Vote,
} from 'lucide-react';
import { useId, useState } from 'react';
import { formatMoment } from '#platform/browser/moment.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import type { Tone } from '#ui/tone.ts';
import type { Notification, NotificationPriority, NotificationType } from '../notifications.contract.ts';

const looks: Record<NotificationType, { icon: LucideIcon; word: string }> = {
  distribution: { icon: HandCoins, word: 'Distribution' },
  governance: { icon: Vote, word: 'Governance' },
  property: { icon: Building2, word: 'Property' },
  achievement: { icon: Award, word: 'Achievement' },
  system: { icon: Settings2, word: 'Account' },
};

const priorities: Record<NotificationPriority, { label: string; tone: Tone }> = {
  high: { label: 'High', tone: 'danger' },
  medium: { label: 'Medium', tone: 'neutral' },
  low: { label: 'Low', tone: 'neutral' },
};

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

export interface NotificationItemProps {
  notification: Notification;
  onAct: () => void;
  onRead: () => void;
  onRemove: () => void;
}

/** One line of the inbox. Its buttons show where the mouse or the focus is, and elsewhere behind "More". */
export function NotificationItem({ notification, onAct, onRead, onRemove }: NotificationItemProps) {
  const id = useId();
  const actionsId = useId();
  const [isOpen, setOpen] = useState(false);
  const { type, priority, title, message, date, read } = notification;
  const { label, tone } = priorities[priority];
  return (
    <li
      tabIndex={-1}
      data-notification={notification.id}
      aria-labelledby={id}
      className="group/item relative flex flex-wrap items-start gap-x-3 px-4 py-3 -outline-offset-4 hover:bg-quiet-soft/50 sm:px-6"
    >
      <TypeIcon type={type} read={read} />
      <div className="min-w-0 flex-1 sm:flex sm:items-start sm:gap-4">
        <p className="min-w-0 grow text-[0.9375rem] wrap-anywhere">
          <span id={id} className={read ? 'font-medium' : 'font-semibold'}>
            {title}
          </span>
          {!read && <NewBadge>New</NewBadge>}
          <span className="block text-sm leading-6 text-muted lg:ms-3 lg:inline">{message}</span>
        </p>
        <p className="mt-1 flex shrink-0 items-center gap-2.5 sm:mt-0">
          <Badge tone={tone} icon={priority === 'high'}>
            <span className="sr-only">Priority: </span>
            {label}
          </Badge>
          <time
            dateTime={date}
            title={formatMoment(date)}
            className="amount text-sm text-muted sm:w-18 sm:text-end"
          >
            {timeOfDay.format(new Date(date))}
          </time>
        </p>
      </div>
      <Button
        variant="quiet"
        square
        aria-expanded={isOpen}
        aria-controls={actionsId}
        aria-label={`More: ${title}`}
        className="-me-2 -my-2 shrink-0 wide-hover:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </Button>
      <div
        id={actionsId}
        className={joinClasses(
          'w-full flex-wrap gap-2 ps-8 pt-2 wide-hover:absolute wide-hover:end-4 wide-hover:top-1.5 wide-hover:flex wide-hover:w-auto wide-hover:rounded-field wide-hover:bg-surface wide-hover:p-0.5 wide-hover:shadow-sm wide-hover:not-group-focus-within/item:not-group-hover/item:opacity-0',
          isOpen ? 'flex' : 'hidden',
        )}
      >
        <Actions notification={notification} titleId={id} {...{ onAct, onRead, onRemove }} />
      </div>
    </li>
  );
}

function Actions({
  notification: { actionUrl, read },
  titleId,
  onAct,
  onRead,
  onRemove,
}: NotificationItemProps & { titleId: string }) {
  return (
    <>
      {actionUrl && (
        <Button size="small" onClick={onAct} aria-describedby={titleId}>
          Take Action
        </Button>
      )}
      {!read && (
        <Button size="small" variant="secondary" onClick={onRead} aria-describedby={titleId}>
          <Check size={16} aria-hidden="true" />
          Mark read
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onRemove} aria-describedby={titleId}>
        <Trash2 size={16} aria-hidden="true" />
        Delete
      </Button>
    </>
  );
}

/** The icon of a type, with a dot while it is unread. */
export function TypeIcon({ type, read }: { type: NotificationType; read: boolean }) {
  const { icon: Icon, word } = looks[type];
  return (
    <span className={joinClasses('relative mt-0.5 shrink-0', read ? 'text-muted' : 'text-brass')}>
      {!read && (
        <span
          aria-hidden="true"
          className="absolute -start-3 top-1.5 size-2 rounded-full bg-primary sm:-start-4"
        />
      )}
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{word}</span>
    </span>
  );
}

export function NewBadge({ children }: { children: string }) {
  return (
    <span className="mx-2 inline-block rounded-full bg-positive-soft px-2 align-[0.0625rem] text-xs leading-5 font-semibold text-positive">
      {children}
    </span>
  );
}
