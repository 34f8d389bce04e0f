import { PRODUCT_NAME } from '#kernel/product.ts';
import type { Mail } from '../ports/mailer.ts';

/** The content of a mail, from which its text and its HTML are made. */
export interface MailContent {
  subject: string;
  /** The recipient's name; without it the mail begins with "Hello,". */
  name?: string | undefined;
  paragraphs: readonly string[];
  /** Links: buttons in HTML, addresses on their own lines in text. */
  links?: readonly { label: string; url: string }[];
  /** The last lines, such as how long a link works, or what to do if the mail was not expected. */
  closing?: readonly string[];
}

/** Path of the mails that a server stores instead of sending, outside production. */
export const MAILBOX_PATH = '/api/mailbox';

/** The style sheet of every mail. Being the same, a content security policy can allow it by its hash. */
export const MAIL_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; background: #faf7f1; color: #1c2321; font: 16px/1.6 "Helvetica Neue", Arial, sans-serif; }
.mail { max-width: 560px; margin: 0 auto; padding: 28px 28px 20px; background: #fffdf9; border: 1px solid #e4ded2; border-radius: 14px; }
.name { margin: 0 0 20px; color: #1e4d3b; font: 600 20px Georgia, serif; }
h1 { margin: 0 0 16px; font: 600 24px/1.25 Georgia, serif; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1e4d3b; color: #faf7f1; font-weight: 600; text-decoration: none; }
.quiet { color: #5a625e; font-size: 14px; }
.quiet a { color: #1e4d3b; }
.end { border-top: 1px solid #e4ded2; padding-top: 16px; }
@media (prefers-color-scheme: dark) {
  body { background: #121816; color: #ece7dc; }
  .mail { background: #1a2220; border-color: #33403b; }
  .name, .quiet a { color: #84c7a6; }
  .button { background: #84c7a6; color: #0c1c15; }
  .quiet { color: #a7b1aa; }
  .end { border-color: #33403b; }
}
`;

/** Renders a mail as plain text and as HTML. */
export function writeMail(content: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) };
}

const greetingOf = ({ name }: MailContent) => (name ? `Hello ${name},` : 'Hello,');

function textOf(content: MailContent): string {
  const { paragraphs, links = [], closing = [] } = content;
  const blocks = [
    greetingOf(content),
    ...paragraphs,
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...closing,
    `-- \n${PRODUCT_NAME}`,
  ];
  return `${blocks.map(wrapped).join('\n\n')}\n`;
}

const LINE_CHARACTERS = 76;

/** Wraps lines at 76 characters, never inside an address. */
function wrapped(block: string): string {
  const lines: string[] = [];
  for (const line of block.split('\n')) {
    let current = '';
    for (const word of line.split(' ')) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (longer.length > LINE_CHARACTERS && current !== '') {
        lines.push(current);
        current = word;
      } else current = longer;
    }
    lines.push(current);
  }
  return lines.join('\n');
}

function htmlOf(content: MailContent): string {
  const { subject, paragraphs, links = [], closing = [] } = content;
  const htmlParagraphs = [greetingOf(content), ...paragraphs].map((text) => `<p>${escaped(text)}</p>`);
  const opened = links.map(
    ({ label, url }) =>
      `<p><a class="button" href="${escaped(url)}">${escaped(label)}</a></p>\n` +
      `<p class="quiet">If the button does not work, open this address:<br><a href="${escaped(url)}">${escaped(url)}</a></p>`,
  );
  const last = closing.map((text) => `<p class="quiet">${escaped(text)}</p>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(subject)}</title>
<style>${MAIL_STYLE}</style>
</head>
<body>
<div class="mail">
<p class="name">${escaped(PRODUCT_NAME)}</p>
<h1>${escaped(subject)}</h1>
${[...htmlParagraphs, ...opened, ...last].join('\n')}
<p class="quiet end">Sent by ${escaped(PRODUCT_NAME)} because of activity on your account.</p>
</div>
</body>
</html>
`;
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
