import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#db/schema/identity.ts';
import { notificationPreferences } from '#db/schema/notifications.ts';
import { auditLog } from '#db/schema/platform.ts';
import { MINUTE } from '#kernel/time.ts';
import { smtpMailer } from '#platform/server/adapters/mail/smtp-mailer.ts';
import { api, aUser, newKey, notifyPerson, type Person } from '#tests/support/actors.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { UNREAD_MAIL_DELAY_MS } from './notifications.jobs.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
beforeAll(async () => {
  t = await testPlatform();
  server = await startTestServer(t.platform);
});
afterAll(async () => {
  await server.close();
  await t.close();
});

/** A person who was mailed a notification, with that mail as it goes out. */
async function mailed(): Promise<{ person: Person; source: string; link: string }> {
  const person = await aUser(t.platform);
  await t.platform.jobs.drain();
  await notifyPerson(person, 'Rent has come');
  t.clock.advance(UNREAD_MAIL_DELAY_MS + MINUTE);
  const [user] = await t.platform.db.select().from(users).where(eq(users.id, person.id));
  const [mail] = await mailsTo(t, user?.email ?? '');
  if (!mail) throw new Error('There is no mail.');
  const smtp = await startSmtp({ disabledCommands: ['STARTTLS'] });
  const from = 'Commonhold <no-reply@commonhold.example>';
  await smtpMailer({ address: `smtp://127.0.0.1:${smtp.port}`, from }).send(mail);
  await smtp.close();
  const source = smtp.received[0]?.source.replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
  const link = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(source)?.[1] ?? '';
  return { person, source, link };
}

const post = (link: string, from: Record<string, string> = {}) => {
  const { pathname, search } = new URL(link);
  return fetch(`${server.url}${pathname}${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  });
};
const wantsMail = async (person: Person) =>
  (await api(person).notifications.preferences()).emailNotifications;

test('the mail that goes out has a link that one POST ends mails by, from the page of a mail program too; a second one leaves no trace', async () => {
  const { person, source, link } = await mailed();
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const foreign = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
  expect((await post(link, foreign)).status).toBe(200);
  expect(await wantsMail(person)).toBe(false);
  const audited = await t.platform.db.$count(auditLog);
  expect((await post(link)).status).toBe(200);
  expect(await t.platform.db.$count(auditLog)).toBe(audited);
  expect(await wantsMail(person)).toBe(false);
});

test('the link of an account that was closed since stores nothing about it', async () => {
  const { person, link } = await mailed();
  await api(person).ownData.closeAccount({ confirmation: 'Close my account', requestId: newKey() });
  expect((await post(link)).status).toBe(200);
  const ofPerson = eq(notificationPreferences.userId, person.id);
  expect(await t.platform.db.$count(notificationPreferences, ofPerson)).toBe(0);
});

test('opening the link in a browser ends nothing', async () => {
  const { person, link } = await mailed();
  const { pathname, search } = new URL(link);
  const answer = await fetch(`${server.url}${pathname}${search}`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBe('/notifications?view=settings');
  expect(await wantsMail(person)).toBe(true);
});

test('a forwarded link ends only the mails of whom it was sent to, signs nobody in and says nothing of them', async () => {
  const [ada, eve] = [await mailed(), await aUser(t.platform)];
  const { pathname, search } = new URL(ada.link);
  const browser = server.client();
  await browser.signIn(eve.email);
  const before = browser.cookies.size;
  const opened = await browser.fetch(`${pathname}${search}`);
  expect(opened.headers.get('location')).toBe('/notifications?view=settings');
  const ended = await browser.fetch(`${pathname}${search}`, { method: 'POST' });
  expect([ended.status, browser.cookies.size]).toEqual([200, before]);
  expect(await ended.text()).not.toContain(ada.person.email);
  expect([await wantsMail(ada.person), await wantsMail(eve)]).toEqual([false, true]);
});

test('a forged link is refused, also one with the signature of someone else', async () => {
  const [ada, eve] = [await mailed(), await mailed()];
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';
  const signature = tokenOf(eve.link).slice(tokenOf(eve.link).indexOf('.'));
  for (const token of [`${ada.person.id}${signature}`, `${ada.person.id}.x`, ada.person.id, '.', '']) {
    const answer = await post(`${server.url}/api/unsubscribe?token=${encodeURIComponent(token)}`);
    expect(answer.status).toBe(400);
  }
  expect(await wantsMail(ada.person)).toBe(true);
});
