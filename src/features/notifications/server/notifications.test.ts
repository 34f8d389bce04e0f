import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { notifications } from '#db/schema/notifications.ts';
import { outboxEvents } from '#db/schema/platform.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { api, aUser, newKey, notifyPerson, type Person, systemOf } from '#tests/support/actors.ts';
import { allPages, refusalOf } from '#tests/support/checks.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { DEFAULT_PREFERENCES, nextDigestAt } from '../notifications.rules.ts';
import { type NewNotification, notifyAll, notifyEach, setChannels } from './index.ts';
import { UNREAD_MAIL_DELAY_MS } from './notifications.jobs.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform();
});
beforeEach(async () => {
  ada = await aUser(t.platform);
});
afterAll(() => t.close());

const notificationsOf = async (person: Person) => (await api(person).notifications.list({})).items;

describe('a notification', () => {
  test('appears once, unread, for one person, with an event for their screens', async () => {
    await notifyPerson(ada, 'Something happened');
    const [only, ...more] = await notificationsOf(ada);
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      title: 'Something happened',
      message: 'It has a text.',
      type: 'system',
      priority: 'medium',
      actionUrl: '/wallet',
      read: false,
    });
    expect(await api(ada).notifications.unreadCount()).toEqual({ unread: 1 });
    expect(await notificationsOf(await aUser(t.platform))).toEqual([]);
    const events = await t.platform.db.select().from(outboxEvents).where(eq(outboxEvents.userId, ada.id));
    expect(events.map(({ type }) => type)).toContain('notifications.notified');
  });

  test('has an event without its text', async () => {
    await notifyPerson(ada, 'A canary in the title');
    const events = await t.platform.db.select().from(outboxEvents).where(eq(outboxEvents.userId, ada.id));
    expect(JSON.stringify(events)).not.toContain('canary');
  });

  test('stays read once it was marked, alone or with all others', async () => {
    for (const title of ['first', 'second', 'third']) await notifyPerson(ada, title);
    const [latest] = await notificationsOf(ada);
    expect(latest?.title).toBe('third');
    await api(ada).notifications.markRead({ id: latest?.id ?? '' });
    const [stored] = await readAtOf(latest?.id ?? '');
    await api(ada).notifications.markRead({ id: latest?.id ?? '' });
    expect(await readAtOf(latest?.id ?? '')).toEqual([stored]);
    expect(await api(ada).notifications.unreadCount()).toEqual({ unread: 2 });
    expect(await api(ada).notifications.markAllRead()).toEqual({ marked: 2 });
    expect(await api(ada).notifications.markAllRead()).toEqual({ marked: 0 });
    expect((await notificationsOf(ada)).every(({ read }) => read)).toBe(true);
    expect(await readAtOf(latest?.id ?? '')).toEqual([stored]);
  });

  test('of another person can be neither read nor deleted, and is answered like a missing one', async () => {
    const other = await aUser(t.platform);
    await notifyPerson(other, 'theirs');
    const [{ id = '' } = {}] = await notificationsOf(other);
    expect(await refusalOf(api(ada).notifications.markRead({ id }))).toBe('NOT_FOUND');
    expect(await refusalOf(api(ada).notifications.removeNotification({ id }))).toBe('NOT_FOUND');
    await api(ada).notifications.markAllRead();
    expect(await notificationsOf(other)).toMatchObject([{ id, read: false }]);
  });

  test('is gone once it was deleted', async () => {
    await notifyPerson(ada, 'stays');
    await notifyPerson(ada, 'deleted');
    const [{ id = '' } = {}] = await notificationsOf(ada);
    await api(ada).notifications.removeNotification({ id });
    expect((await notificationsOf(ada)).map(({ title }) => title)).toEqual(['stays']);
    expect(await refusalOf(api(ada).notifications.removeNotification({ id }))).toBe('NOT_FOUND');
  });

  const readAtOf = async (id: string) =>
    (await t.platform.db.select().from(notifications).where(eq(notifications.id, id))).map(
      ({ readAt }) => readAt,
    );
});

test('nobody is notified who has closed their account, alone or with others, also of what is always sent', async () => {
  const closed = await aUser(t.platform);
  await api(closed).ownData.closeAccount({ confirmation: 'close my account', requestId: newKey() });
  await notifyPerson(closed, 'alone', { always: true });
  const both = sql`select id as user_id, 'It has a text.' as message from users where id in (${closed.id}, ${ada.id})`;
  const notifyBoth = defineCommand({
    name: 'test.notifyBoth',
    input: z.object({}),
    access: 'system',
    async run(run) {
      const news = { type: 'system', priority: 'low', message: 'It has a text.' } as const;
      await notifyAll(
        run,
        [closed, ada].map(({ id }) => ({ userId: id, title: 'with others', ...news })),
      );
      return notifyEach(run, { ...news, title: 'in the database', recipients: both });
    },
    audit: () => ({ subject: 'test' }),
  });
  expect(await notifyBoth(systemOf(t.platform), {})).toBe(1);
  const heard = (await notificationsOf(ada)).map(({ title }) => title);
  expect(heard.sort()).toEqual(['in the database', 'with others']);
  expect(await t.platform.db.$count(notifications, eq(notifications.userId, closed.id))).toBe(0);
  const own = and(eq(outboxEvents.userId, closed.id), eq(outboxEvents.type, 'notifications.notified'));
  expect(await t.platform.db.$count(outboxEvents, own)).toBe(0);
});

test('everyone is notified, however many they are, by statements that write a few thousand rows each', async () => {
  const { db } = t.platform;
  const tables = ['notifications', 'outbox_events'];
  await db.execute(sql`create function refuse_many_rows() returns trigger language plpgsql as $$
    begin
      if (select count(*) from added) > 5000 then raise exception 'too many rows at once'; end if;
      return null;
    end $$`);
  for (const table of tables)
    await db.execute(sql`create trigger few_rows after insert on ${sql.identifier(table)}
      referencing new table as added for each statement execute function refuse_many_rows()`);
  const many = Array.from({ length: 5_001 }, (_, number) => ({
    userId: ada.id,
    type: 'system' as const,
    priority: 'low' as const,
    title: `number ${number}`,
    message: 'One of many.',
  }));
  const notifyMany = defineCommand({
    name: 'test.notifyAll',
    input: z.object({}),
    access: 'system',
    run: (run) => notifyAll(run, many),
    audit: () => ({ subject: 'test' }),
  });
  await notifyMany(systemOf(t.platform), {});
  for (const table of tables) await db.execute(sql`drop trigger few_rows on ${sql.identifier(table)}`);
  expect(await api(ada).notifications.unreadCount()).toEqual({ unread: 5_001 });
  expect((await notificationsOf(ada))[0]?.title).toBe('number 5000');
  const of = and(eq(outboxEvents.userId, ada.id), eq(outboxEvents.type, 'notifications.notified'));
  expect(await db.$count(outboxEvents, of)).toBe(5_001);
  await db.delete(notifications).where(eq(notifications.userId, ada.id));
});

describe('the list', () => {
  test('has every notification once, the latest first, page by page', async () => {
    for (let number = 1; number <= 7; number += 1) await notifyPerson(ada, `number ${number}`);
    const seen = await allPages((cursor) =>
      api(ada).notifications.list({ limit: 3, ...(cursor ? { cursor } : {}) }),
    );
    expect(seen.map(({ title }) => title)).toEqual([7, 6, 5, 4, 3, 2, 1].map((one) => `number ${one}`));
  });

  test('refuses a cursor that it has not handed out', async () => {
    expect(await refusalOf(api(ada).notifications.list({ cursor: "1' or true" }))).toBe('MALFORMED');
  });
});

describe('preferences', () => {
  test('start with everything on but push', async () => {
    expect(await api(ada).notifications.preferences()).toEqual({
      distributions: true,
      governance: true,
      propertyUpdates: true,
      achievements: true,
      systemUpdates: true,
      emailNotifications: true,
      pushNotifications: false,
      emailFrequency: 'immediate',
    });
  });

  test.each([
    ['distribution', 'distributions'],
    ['governance', 'governance'],
    ['property', 'propertyUpdates'],
    ['achievement', 'achievements'],
    ['system', 'systemUpdates'],
  ] as const)('a person who switched %s off gets all other notifications', async (type, name) => {
    await api(ada).notifications.setPreferences({ ...DEFAULT_PREFERENCES, [name]: false });
    for (const one of ['distribution', 'governance', 'property', 'achievement', 'system'] as const)
      await notifyPerson(ada, one, { type: one });
    const heard = (await notificationsOf(ada)).map(({ title }) => title);
    expect(heard).toHaveLength(4);
    expect(heard).not.toContain(type);
    await notifyPerson(ada, 'a decision about the account', { type, always: true });
    expect((await notificationsOf(ada))[0]?.title).toBe('a decision about the account');
  });

  test('setting the channels in another command leaves the types as they are', async () => {
    await api(ada).notifications.setPreferences({ ...DEFAULT_PREFERENCES, governance: false });
    const choosing = defineCommand({
      name: 'test.choose',
      input: z.object({}),
      access: 'system',
      run: async (run) => setChannels(run, ada.id, { email: false, push: true }),
      audit: () => ({ subject: 'test' }),
    });
    await choosing(systemOf(t.platform), {});
    expect(await api(ada).notifications.preferences()).toEqual({
      ...DEFAULT_PREFERENCES,
      governance: false,
      emailNotifications: false,
      pushNotifications: true,
    });
  });

  test.each([{}, { distributions: 'yes' }, { ...DEFAULT_PREFERENCES, sms: true }])(
    'refuses %j',
    async (input) => {
      expect(await refusalOf(api(ada).notifications.setPreferences(input as never))).toBe('MALFORMED');
    },
  );
});

describe('a mail', () => {
  /** Lets notifications wait for as long as they are given to be read, and looks for the mails after that. */
  async function mailsLater(person: Person) {
    t.clock.advance(UNREAD_MAIL_DELAY_MS + MINUTE);
    return mailsTo(t, await emailOf(person));
  }

  const notificationFor = ({ id }: Person): NewNotification => ({
    userId: id,
    type: 'system',
    priority: 'low',
    title: 'One of many',
    message: 'It has a text.',
  });

  const emailOf = async ({ id }: Person) => {
    const [user] = await t.platform.db.select().from(users).where(eq(users.id, id));
    return user?.email ?? '';
  };

  test('lists unread notifications once, and links to them', async () => {
    const person = await aUser(t.platform);
    await t.platform.jobs.drain();
    await notifyPerson(person, 'Rent has come');
    expect(await mailsTo(t, await emailOf(person))).toEqual([]);
    const [mail, ...more] = await mailsLater(person);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Rent has come' });
    expect(mail?.text).toContain('It has a text.');
    expect(mail?.text).toContain(`${t.platform.origin}/wallet`);
    expect(mail?.text).toContain(`${t.platform.origin}/notifications?view=settings`);
    expect(await mailsLater(person)).toEqual([mail]);
  });

  test.each(['daily', 'weekly'] as const)(
    'a %s digest has once what is unread by then',
    async (emailFrequency) => {
      const person = await aUser(t.platform);
      await api(person).notifications.setPreferences({ ...DEFAULT_PREFERENCES, emailFrequency });
      const later = async (at: Date) => {
        t.clock.moveTo(at);
        return (await mailsTo(t, await emailOf(person))).map(({ subject }) => subject);
      };
      const first = nextDigestAt(emailFrequency, t.clock.now());
      t.clock.moveTo(new Date(first.getTime() + HOUR));
      const second = nextDigestAt(emailFrequency, t.clock.now());
      for (const title of ['read', 'unread', 'still unread']) {
        await notifyPerson(person, title);
        t.clock.advance(MINUTE);
        await t.platform.jobs.drain();
      }
      const oldest = (await notificationsOf(person)).at(-1);
      await api(person).notifications.markRead({ id: oldest?.id ?? '' });
      expect(await later(new Date(second.getTime() - MINUTE))).toEqual([]);
      expect(await later(new Date(second.getTime() + MINUTE))).toEqual(['2 new notifications']);
      expect(await later(nextDigestAt(emailFrequency, t.clock.now()))).toEqual(['2 new notifications']);
    },
  );

  test('one that came just before a digest is in that one only', async () => {
    const person = await aUser(t.platform);
    await api(person).notifications.setPreferences({ ...DEFAULT_PREFERENCES, emailFrequency: 'daily' });
    t.clock.moveTo(new Date(nextDigestAt('daily', t.clock.now()).getTime() + HOUR));
    const digestAt = nextDigestAt('daily', t.clock.now());
    const moveBy = (milliseconds: number) => t.clock.moveTo(new Date(digestAt.getTime() + milliseconds));
    await t.platform.jobs.drain();
    await notifyPerson(person, 'early');
    moveBy(-UNREAD_MAIL_DELAY_MS - 30 * SECOND);
    await t.platform.jobs.drain();
    await notifyPerson(person, 'just before');
    moveBy(-UNREAD_MAIL_DELAY_MS);
    await notifyPerson(person, 'just after');
    const mailedBy = async (milliseconds: number) => {
      moveBy(milliseconds);
      return (await mailsTo(t, await emailOf(person))).map(({ subject }) => subject);
    };
    expect(await mailedBy(MINUTE)).toEqual(['2 new notifications']);
    expect(await mailedBy(DAY + MINUTE)).toEqual(['2 new notifications', 'just after']);
  });

  test('a change from a digest to single mails mails nothing twice', async () => {
    const person = await aUser(t.platform);
    const setFrequency = (emailFrequency: 'daily' | 'immediate') =>
      api(person).notifications.setPreferences({ ...DEFAULT_PREFERENCES, emailFrequency });
    await setFrequency('daily');
    t.clock.moveTo(new Date(nextDigestAt('daily', t.clock.now()).getTime() + HOUR));
    const digestAt = nextDigestAt('daily', t.clock.now());
    await t.platform.jobs.drain();
    await notifyPerson(person, 'before');
    await mailsLater(person);
    await setFrequency('immediate');
    await notifyPerson(person, 'after');
    await mailsLater(person);
    t.clock.moveTo(new Date(digestAt.getTime() + MINUTE));
    expect((await mailsTo(t, await emailOf(person))).map(({ subject }) => subject)).toEqual(['after']);
  });

  test('combines notifications that came together, and leaves out what was read meanwhile', async () => {
    const person = await aUser(t.platform);
    for (const title of ['first', 'second', 'third']) await notifyPerson(person, title);
    const [latest] = await notificationsOf(person);
    await api(person).notifications.markRead({ id: latest?.id ?? '' });
    const mails = await mailsLater(person);
    expect(mails.map(({ subject }) => subject)).toEqual(['2 new notifications']);
    expect(mails[0]?.text).toContain('first: It has a text.');
    expect(mails[0]?.text).not.toContain('third');
  });

  test('is not sent for read notifications, when mails are off, or to an unconfirmed address', async () => {
    const reader = await aUser(t.platform);
    const silent = await aUser(t.platform);
    const unconfirmed = await aUser(t.platform, { emailConfirmed: false });
    await api(silent).notifications.setPreferences({ ...DEFAULT_PREFERENCES, emailNotifications: false });
    for (const person of [reader, silent, unconfirmed]) await notifyPerson(person, 'Something happened');
    await api(reader).notifications.markAllRead();
    for (const person of [reader, silent, unconfirmed]) {
      const subjects = (await mailsLater(person)).map(({ subject }) => subject);
      expect(subjects).not.toContain('Something happened');
    }
  });

  test('goes to everyone, however many were notified at once', async () => {
    const people = [await aUser(t.platform), await aUser(t.platform)];
    const notifyMany = defineCommand({
      name: 'test.notifyMany',
      input: z.object({}),
      access: 'system',
      run: async (run) =>
        notifyAll(run, Array.from({ length: 300 }, () => people.map(notificationFor)).flat()),
      audit: () => ({ subject: 'test' }),
    });
    await notifyMany(systemOf(t.platform), {});
    for (const person of people) {
      const texts = (await mailsLater(person)).map(({ subject }) => Number.parseInt(subject, 10));
      expect(texts.reduce((sum, number) => sum + number, 0)).toBe(300);
    }
  });
});
