import { createTransport } from 'nodemailer';
import { SECOND } from '#kernel/time.ts';
import type { Mailer } from '../../ports/mailer.ts';

/**
 * Sends mails to an SMTP server. With a user and password in the address it insists on TLS: smtps:// from the
 * start, smtp:// by STARTTLS; without them it takes TLS where the server offers it, as a relay on the same host needs.
 * @param address such as smtps://user:password@mail.example:465
 * @param from such as Commonhold <no-reply@commonhold.example>
 */
export function smtpMailer({ address, from }: { address: string; from: string }): Mailer {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const credentials = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : null;
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && credentials !== null,
    ...(credentials ? { auth: credentials } : {}),
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
  return {
    stored: null,
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      const sent = transport.sendMail({
        messageId: `<${id}@${host}>`,
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
      await sent.catch((error: unknown) => {
        throw withoutAddress(error, to);
      });
    },
  };
}

/**
 * The error with its code and without the address, which servers repeat when they refuse it: it is stored with the job,
 * which may outlive the account.
 */
function withoutAddress(error: unknown, address: string): Error {
  const { message, code } = error as { message?: string; code?: unknown };
  const pattern = new RegExp(address.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  return Object.assign(new Error(String(message).replaceAll(pattern, 'the recipient')), { code });
}
