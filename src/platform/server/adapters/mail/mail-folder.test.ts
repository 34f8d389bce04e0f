import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '#tests/support/ports.ts';
import type { Mailer, StoredMail } from '../../ports/mailer.ts';
import { writeMail } from '../../runtime/mail.ts';
import { mailFolder } from './mail-folder.ts';

let folder: string;
let delivered: StoredMail[];
let mailer: Mailer;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'commonhold-mail-')), 'mail');
  delivered = [];
  mailer = mailFolder(folder, testClock(), (mail) => delivered.push(mail));
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const mail = (id: string) => ({
  id,
  to: `${id}@example.test`,
  ...writeMail({ subject: `About ${id}`, paragraphs: ['First.', 'Second.'] }),
});

test('mails can be read as they were written, the newest first', async () => {
  for (const id of ['one', 'two', 'three']) await mailer.send(mail(id));
  const stored = await mailer.stored?.latest();
  expect(stored?.map(({ id }) => id)).toEqual(['three', 'two', 'one']);
  expect(stored?.[1]).toMatchObject(mail('two'));
  expect(await mailer.stored?.byId('one')).toMatchObject(mail('one'));
  expect(await mailer.stored?.byId('../one')).toBeNull();
  expect(delivered.map(({ to }) => to)).toEqual(['one', 'two', 'three'].map((id) => `${id}@example.test`));
});

test('only the owner of the server reads them', async () => {
  await mailer.send(mail('one'));
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
});

test('the same mail twice is one mail', async () => {
  await mailer.send(mail('one'));
  await mailer.send(mail('one'));
  expect(await mailer.stored?.latest()).toHaveLength(1);
});

test('an id never leads out of the folder', async () => {
  await expect(mailer.send(mail('../out'))).rejects.toThrow();
});
