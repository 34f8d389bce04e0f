import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { escaped, MAIL_STYLE, MAILBOX_PATH } from '#platform/server/runtime/mail.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';
import { isLocal } from '#platform/server/transport/network.ts';

const styleHash = createHash('sha256').update(MAIL_STYLE).digest('base64');
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The address at which a stored mail can be read. */
export const mailAddress = (origin: string, id: string) => `${origin}${MAILBOX_PATH}/${id}`;

/**
 * Pages that show the mails that a server stores instead of sending, so that a link in a mail can be followed without a
 * mail server. Never in production, and only for a browser on the same machine: the mails hold links that sign in.
 */
export function mountMailbox(app: Hono<HttpEnv>, platform: Platform): void {
  const { stored } = platform.mailer;
  if (platform.config.isProduction || stored === null) return;
  const page = (c: Context<HttpEnv>, html: string) => {
    c.header('content-security-policy', POLICY);
    return c.html(html);
  };
  app.get(MAILBOX_PATH, async (c, next) => {
    if (!isLocal(c)) return next();
    return page(c, listOf(await stored.latest()));
  });
  app.get(`${MAILBOX_PATH}/:id`, async (c, next) => {
    if (!isLocal(c)) return next();
    const mail = await stored.byId(c.req.param('id'));
    return mail ? page(c, mail.html) : next();
  });
}

function listOf(mails: readonly { id: string; to: string; subject: string; at: string }[]): string {
  const lines = mails.map(
    ({ id, to, subject, at }) =>
      `<p><a href="${MAILBOX_PATH}/${escaped(id)}">${escaped(subject)}</a><br>` +
      `To ${escaped(to)}, ${escaped(at.slice(0, 19).replace('T', ' '))} UTC</p>`,
  );
  const content =
    lines.length > 0 ? lines.join('\n') : '<p>No email yet. Reload this page when you expect one.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · ${PRODUCT_NAME}</title>
<style>${MAIL_STYLE}</style>
</head>
<body>
<main class="mail">
<p class="name">${PRODUCT_NAME}</p>
<h1>Emails from this server</h1>
<p class="quiet">No mail server is set up, so emails stay here. This page is for development and does not exist in production.</p>
<div class="quiet">
${content}
</div>
</main>
</body>
</html>
`;
}
