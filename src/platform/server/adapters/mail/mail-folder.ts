import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '#kernel/assert.ts';
import type { Clock } from '#kernel/time.ts';
import type { Mailer, StoredMail } from '../../ports/mailer.ts';

const MAX_STORED_MAILS = 500;
const ID = /^[\w-]{1,100}$/;

/**
 * Stores mails as files instead of sending them: `TIME_ID.txt` with address, subject and text, and `TIME_ID.html`. Only
 * the newest 500 remain. Only the owner can read the files, because mails contain links that sign people in.
 * @param onStored called with each stored mail
 */
export function mailFolder(folder: string, clock: Clock, onStored: (mail: StoredMail) => void): Mailer {
  const names = async () => {
    const files = await readdir(folder).catch(() => []);
    return files
      .filter((file) => file.endsWith('.txt'))
      .map((file) => file.slice(0, -'.txt'.length))
      .sort();
  };

  async function read(name: string): Promise<StoredMail> {
    const content = await readFile(join(folder, `${name}.txt`), 'utf8');
    const [head = '', ...body] = content.split('\n\n');
    const [to = '', subject = '', at = ''] = head
      .split('\n')
      .map((line) => line.slice(line.indexOf(' ') + 1));
    const html = await readFile(join(folder, `${name}.html`), 'utf8');
    return { id: idOf(name), to, subject, at, text: body.join('\n\n'), html };
  }

  async function removeOldest(stored: readonly string[]): Promise<void> {
    for (const name of stored.slice(0, -MAX_STORED_MAILS)) {
      await rm(join(folder, `${name}.txt`), { force: true });
      await rm(join(folder, `${name}.html`), { force: true });
    }
  }

  return {
    stored: {
      async latest() {
        return Promise.all((await names()).reverse().slice(0, 100).map(read));
      },
      async byId(id) {
        const name = (await names()).find((one) => idOf(one) === id);
        return name === undefined ? null : read(name);
      },
    },
    async send(mail) {
      assert(ID.test(mail.id), 'a mail has an id that can name a file');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stored = await names();
      if (stored.some((name) => idOf(name) === mail.id)) return;
      const at = clock.now().toISOString();
      const name = `${at.replaceAll(/[:.]/g, '-')}_${mail.id}`;
      const head = [`To: ${mail.to}`, `Subject: ${mail.subject}`, `Date: ${at}`].join('\n');
      const mode = 0o600;
      await writeFile(join(folder, `${name}.html`), mail.html, { mode });
      await writeFile(join(folder, `${name}.txt`), `${head}\n\n${mail.text}`, { mode });
      await removeOldest([...stored, name]);
      onStored({ ...mail, at });
    },
  };
}

const idOf = (name: string) => name.slice(name.indexOf('_') + 1);
