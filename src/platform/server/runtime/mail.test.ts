import { expect, test } from 'vitest';
import { writeMail } from './mail.ts';

const url = `https://commonhold.example/reset-password#${'t'.repeat(90)}`;
const mail = writeMail({
  subject: 'Choose a new password',
  name: 'Ada <script>alert("x")</script> & Co',
  paragraphs: [
    'A sentence that is much longer than one line of a mail reader can be, so that it has to be wrapped.',
  ],
  links: [{ label: 'Choose a password', url }],
  closing: ['The link works for one hour.'],
});

test('text and HTML say the same, in the same order', () => {
  const said = ['Hello Ada', 'A sentence that', 'Choose a password', url, 'The link works for one hour.'];
  for (const body of [mail.text, mail.html]) {
    const places = said.map((part) => body.lastIndexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
});

test('texts that people typed are text in HTML, never markup', () => {
  expect(mail.html).not.toContain('<script>');
  expect(mail.html).toContain('Ada &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Co');
});

test('lines of text fit a mail reader, and an address stays whole', () => {
  const long = mail.text.split('\n').filter((line) => line.length > 76);
  expect(long).toEqual([url]);
});
