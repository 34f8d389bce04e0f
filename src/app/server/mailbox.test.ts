import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mailer, StoredMail } from '#platform/server/ports/mailer.ts';
import { MAILBOX_PATH, writeMail } from '#platform/server/runtime/mail.ts';
import { secondPlatform, TEST_DATA_KEY, testPlatform } from '#tests/support/platform.ts';
import { startTestServer } from '#tests/support/server.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

const mail: StoredMail = {
  id: 'mail-1',
  to: 'ada@example.test',
  at: '2026-11-03T10:00:00.000Z',
  ...writeMail({ subject: 'Confirm <your> email', paragraphs: ['Text'] }),
};
const mailer: Mailer = {
  stored: { latest: async () => [mail], byId: async (id) => (id === mail.id ? mail : null) },
  send: async () => undefined,
};

async function answers(env: Record<string, string>, headers: Record<string, string> = {}) {
  const server = await startTestServer(secondPlatform(t, { env, replace: { mailer } }));
  const client = server.client(headers);
  const [list, one, none] = [
    await client.get(MAILBOX_PATH),
    await client.get(`${MAILBOX_PATH}/mail-1`),
    await client.get(`${MAILBOX_PATH}/mail-2`),
  ];
  await server.close();
  return { list, one, none };
}

test('in development the mails can be read, with nothing in them that could run', async () => {
  const { list, one, none } = await answers({});
  expect([list.status, one.status, none.status]).toEqual([200, 200, 404]);
  expect(list.text).toContain('Confirm &lt;your&gt; email');
  expect(list.text).toContain('ada@example.test');
  expect(one.text).toContain('<p>Text</p>');
  const policy = one.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(policy).not.toContain('unsafe');
});

test('a browser on another machine does not see them', async () => {
  const { list, one } = await answers({}, { 'x-forwarded-for': '192.0.2.7' });
  expect([list.status, one.status]).toEqual([404, 404]);
});

/** The status of a request under this name; fetch would put its own. */
const statusAs = (url: string, host: string) =>
  new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

test.each([
  ['localhost', 200],
  ['LOCALHOST:3000', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['evil.test', 404],
  ['evil.test:3000', 404],
  ['localhost.evil.test', 404],
  ['127.0.0.1.evil.test', 404],
])('a page that calls this machine %s gets %i', async (host, status) => {
  const server = await startTestServer(secondPlatform(t, { replace: { mailer } }));
  const statuses = [
    await statusAs(`${server.url}${MAILBOX_PATH}`, host),
    await statusAs(`${server.url}${MAILBOX_PATH}/mail-1`, host),
  ];
  await server.close();
  expect(statuses).toEqual([status, status]);
});

test('in production there is no mailbox', async () => {
  const { list, one } = await answers({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://commonhold.example',
    METRICS_TOKEN: 'a-secret-of-more-than-16',
    SANDBOX_BANK: 'allow',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@commonhold.example',
    PROXY_HOPS: '1',
    RATE_LIMITS: 'on',
    DATA_KEYS: TEST_DATA_KEY,
  });
  expect([list.status, one.status]).toEqual([404, 404]);
});
