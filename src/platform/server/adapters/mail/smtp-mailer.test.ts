import { afterEach, describe, expect, test } from 'vitest';
import { partOf, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import type { Mail } from '../../ports/mailer.ts';
import { writeMail } from '../../runtime/mail.ts';
import { smtpMailer } from './smtp-mailer.ts';

let smtp: TestSmtp;
afterEach(() => smtp.close());

const from = 'Commonhold <no-reply@commonhold.example>';
const mailTo = (to: string, change: Partial<Mail> = {}): Mail => ({
  id: '0199-abc',
  to,
  ...writeMail({
    subject: 'Confirm your email',
    name: 'Zoë',
    paragraphs: ['Someone signed up with this address.'],
    links: [
      {
        label: 'Confirm',
        url: 'https://commonhold.example/confirm-email#a-very-long-token-that-must-stay-whole',
      },
    ],
  }),
  ...change,
});

describe('a mail over SMTP', () => {
  test('arrives with its sender, its one recipient, and both bodies saying the same', async () => {
    smtp = await startSmtp({ disabledCommands: ['STARTTLS'] });
    await smtpMailer({ address: `smtp://127.0.0.1:${smtp.port}`, from }).send(mailTo('ada@example.test'));
    const [mail, ...more] = smtp.received;
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ from: 'no-reply@commonhold.example', to: ['ada@example.test'], user: null });
    const source = mail?.source ?? '';
    expect(source).toMatch(/^Message-ID: <0199-abc@commonhold\.example>$/im);
    expect(source).toMatch(/^Subject: Confirm your email$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated$/m);
    const link = 'https://commonhold.example/confirm-email#a-very-long-token-that-must-stay-whole';
    for (const type of ['text/plain', 'text/html'] as const) {
      expect(partOf(source, type)).toContain('Hello Zoë,');
      expect(partOf(source, type)).toContain('Someone signed up with this address.');
      expect(partOf(source, type)).toContain(link);
    }
  });

  test('a line break in an address or a subject adds no header and no recipient', async () => {
    smtp = await startSmtp({ disabledCommands: ['STARTTLS'] });
    const mailer = smtpMailer({ address: `smtp://127.0.0.1:${smtp.port}`, from });
    await mailer.send(mailTo('ada@example.test', { subject: 'Hello\r\nBcc: eve@example.test' }));
    await mailer.send(mailTo('ada@example.test\r\nBcc: eve@example.test')).catch(() => undefined);
    for (const { to, source } of smtp.received) {
      expect(to).not.toContain('eve@example.test');
      expect(source).not.toMatch(/^Bcc:/m);
    }
  });

  test('a refusal rejects without the address, so that the job tries again', async () => {
    smtp = await startSmtp({
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, __, done) =>
        done(Object.assign(new Error(`<${address}>: try later`), { responseCode: 451 })),
    });
    const mailer = smtpMailer({ address: `smtp://127.0.0.1:${smtp.port}`, from });
    const refused = mailer.send(mailTo('Ada.Quill+one@example.test'));
    await expect(refused).rejects.toThrow('<the recipient>: try later');
    await expect(refused).rejects.not.toThrow(/quill/i);
    expect(smtp.received).toEqual([]);
  });

  test('a password is never sent without TLS', async () => {
    let asked = false;
    smtp = await startSmtp({
      disabledCommands: ['STARTTLS'],
      onAuth: (_, __, done) => {
        asked = true;
        done(null, { user: 'x' });
      },
    });
    const address = `smtp://user:secret@127.0.0.1:${smtp.port}`;
    await expect(smtpMailer({ address, from }).send(mailTo('ada@example.test'))).rejects.toThrow();
    expect([asked, smtp.received]).toEqual([false, []]);
  });
});
