import { PRODUCT_NAME } from '#kernel/product.ts';
import type { Mail } from '#platform/server/ports/mailer.ts';
import { writeMail } from '#platform/server/runtime/mail.ts';
import type { Notification } from '../notifications.contract.ts';

const MAX_LISTED_NOTIFICATIONS = 10;

type UnreadNotification = Pick<Notification, 'title' | 'message' | 'actionUrl'>;

/** To a person who has not read these notifications in the product. At least one, the oldest first. */
export function unreadMail({
  name,
  unread,
  origin,
}: {
  name: string;
  unread: readonly UnreadNotification[];
  origin: string;
}): Pick<Mail, 'subject' | 'text' | 'html'> {
  const [only, ...others] = unread;
  const all = { label: 'See all notifications', url: `${origin}/notifications` };
  const closing = [
    `You’re getting this email because email notifications are turned on at ${PRODUCT_NAME}. Choose your notifications and how you get them: ${origin}/notifications?view=settings`,
  ];
  if (only && others.length === 0) {
    const links = only.actionUrl === null ? [all] : [{ label: 'Open', url: `${origin}${only.actionUrl}` }];
    return writeMail({ subject: only.title, name, paragraphs: [only.message], links, closing });
  }
  const left = unread.length - MAX_LISTED_NOTIFICATIONS;
  const paragraphs = unread
    .slice(0, MAX_LISTED_NOTIFICATIONS)
    .map(({ title, message }) => `${title}: ${message}`);
  return writeMail({
    subject: `${unread.length} new notifications`,
    name,
    paragraphs: left > 0 ? [...paragraphs, `And ${left} more.`] : paragraphs,
    links: [all],
    closing,
  });
}
