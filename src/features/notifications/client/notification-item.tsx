import { Award, Building2, Check, HandCoins, type LucideIcon, Settings2, Trash2, Vote } from 'lucide-react';
import { useId } from 'react';
import { formatMoment, timeAgo } from '#platform/browser/moment.ts';
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
  medium: { label: 'Medium', tone: 'warning' },
  low: { label: 'Low', tone: 'neutral' },
};

export interface NotificationItemProps {
  notification: Notification;
  onAct: () => void;
  onRead: () => void;
  onRemove: () => void;
}

export function NotificationItem({ notification, onAct, onRead, onRemove }: NotificationItemProps) {
  const id = useId();
  const { type, priority, title, message, date, read, actionUrl } = notification;
  const { icon: Icon, word } = looks[type];
  const { label, tone } = priorities[priority];
  return (
    <li
      tabIndex={-1}
      data-notification={notification.id}
      aria-labelledby={id}
      className={joinClasses(
        'flex gap-4 border-s-4 px-4 py-5 -outline-offset-4 sm:px-6',
        read ? 'border-transparent' : 'border-primary bg-quiet-soft/40',
      )}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brass-soft text-brass">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{word}</span>
      </span>
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h3 id={id} className="font-sans text-base font-semibold tracking-normal">
            {title}
          </h3>
          {!read && (
            <Badge tone="success" icon={false}>
              New
            </Badge>
          )}
          <Badge tone={tone} icon={priority === 'high'}>
            <span className="sr-only">Priority: </span>
            {label}
          </Badge>
        </div>
        <p className="mt-1 max-w-prose text-[0.9375rem] wrap-anywhere">{message}</p>
        <time dateTime={date} title={formatMoment(date)} className="mt-1 block text-sm text-muted">
          {timeAgo(date)}
        </time>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {actionUrl && (
            <Button size="small" onClick={onAct} aria-describedby={id}>
              Take Action
            </Button>
          )}
          {!read && (
            <Button size="small" variant="secondary" onClick={onRead} aria-describedby={id}>
              <Check size={16} aria-hidden="true" />
              Mark read
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onRemove} aria-describedby={id}>
            <Trash2 size={16} aria-hidden="true" />
            Delete
          </Button>
        </div>
      </div>
    </li>
  );
}
