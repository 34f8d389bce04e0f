import { expect } from 'vitest';
import type { Mail } from '#platform/server/ports/mailer.ts';
import type { TestPlatform } from './platform.ts';

/** The mails that an address has got, once every job that is due has run. */
export async function mailsTo({ platform, mails }: TestPlatform, address: string): Promise<Mail[]> {
  await platform.jobs.drain();
  return mails.to(address);
}

/** The only mail that an address has got since the test looked last. */
export async function newMailTo(t: TestPlatform, address: string): Promise<Mail> {
  const [mail, ...more] = await mailsTo(t, address);
  expect(more.map(({ subject }) => subject)).toEqual([]);
  if (!mail) throw new Error(`No mail has come to ${address}.`);
  t.mails.sent.length = 0;
  return mail;
}

/** The tokens of the links in a mail; text and HTML must carry the same. */
export function tokensIn({ text, html }: Pick<Mail, 'text' | 'html'>): string[] {
  const found = (body: string) => [...body.matchAll(/\/[a-z-]+#([\w-]{43})/g)].map(([, token = '']) => token);
  const tokens = found(text);
  expect(new Set(found(html))).toEqual(new Set(tokens));
  return tokens;
}

export function tokenIn(mail: Pick<Mail, 'text' | 'html'>): string {
  const [token, ...more] = tokensIn(mail);
  if (!token || more.length > 0) throw new Error(`The mail does not have one link:\n${mail.text}`);
  return token;
}
