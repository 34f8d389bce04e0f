import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '#platform/server/database/db.ts';
import { createLog } from '#platform/server/runtime/log.ts';
import { anAdmin, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { address, attach, employment, personal } from '#tests/support/applicants.ts';
import { backupOf } from '#tests/support/backups.ts';
import { containsDigits } from '#tests/support/contains-digits.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts';
import { decryptField } from './encrypted-fields.ts';

const CANARY = { ssn: '287-65-4321', dateOfBirth: '1987-06-05' };
const TRACES = ['287-65-4321', '287654321', '287 65 4321', '1987-06-05', '19870605'];
const LAST_DIGITS = '654321';

const log: string[] = [];
const answers: string[] = [];
let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let admin: Person;
let ada: Person;
let client: TestClient;
beforeAll(async () => {
  t = await testPlatform({
    replace: { log: createLog({ logLevel: 'debug' }, { write: (line) => log.push(line) }) },
  });
  server = await startTestServer(t.platform);
  [admin, ada] = [await anAdmin(t.platform), await aUser(t.platform)];
  client = server.client({ authorization: `Bearer ${await tokenOf(ada)}` });
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const tokenOf = async (person: Person) =>
  (
    await api(person).identity.createToken({
      name: 'x',
      scope: person.actor.role === 'admin' ? 'admin' : 'write',
      expiresInDays: 1,
    })
  ).secret;

async function send(path: string, input: unknown): Promise<void> {
  answers.push((await client.send('POST', `/api/trpc/${path}`, input)).text);
}

/** Sends the canaries wherever a person or a reviewer can, and makes everything around it fail as well. */
async function live(): Promise<void> {
  const canaries = { ...personal, ...CANARY };
  await send('kyc.savePersonal', canaries);
  await send('kyc.savePersonal', { ...canaries, ssn: '287-65-4321-' });
  await send('kyc.savePersonal', { ...canaries, dateOfBirth: '1987-06-05T00' });
  await send('kyc.savePersonal', { ...canaries, phone: '' });
  await send('kyc.savePersonal', { ...canaries, requestId: newKey() });
  await send('kyc.savePersonal', [canaries]);
  await send(`kyc.savePersonal?batch=1`, { 0: canaries, 1: canaries });
  await brokenDatabase(() => send('kyc.savePersonal', canaries));
  await send('kyc.saveAddress', address);
  await send('kyc.saveEmployment', employment);
  await attach(ada, 'idDocument');
  await attach(ada, 'proofOfAddress');
  await send('kyc.submit', { riskAcknowledged: true, requestId: newKey() });
  await send('kyc.savePersonal', canaries);
  const reviewer = server.client({ authorization: `Bearer ${await tokenOf(admin)}` });
  for (const [path, input] of [
    ['kyc.queue', {}],
    ['kyc.reviewed', { applicantId: ada.id }],
  ] as const)
    answers.push((await reviewer.query(path, input)).text);
  for (const dateOfBirth of [CANARY.dateOfBirth, '1987-06-06'])
    answers.push(
      (await reviewer.send('POST', '/api/trpc/kyc.compareDateOfBirth', { applicantId: ada.id, dateOfBirth }))
        .text,
    );
  const { submittedAt } = await api(admin).kyc.reviewed({ applicantId: ada.id });
  const decision = { applicantId: ada.id, submittedAt, decision: 'rejected', reason: 'No.' };
  answers.push((await reviewer.send('POST', '/api/trpc/kyc.decide', decision)).text);
  await send('kyc.startAgain', undefined);
  answers.push((await client.query('kyc.application')).text, (await client.get('/api/auth/user')).text);
  answers.push((await client.get('/metrics')).text);
  await t.platform.jobs.drain();
}

/** Makes the table refuse every row for one call, so that its statement fails with everything that was sent. */
async function brokenDatabase(call: () => Promise<void>): Promise<void> {
  await t.platform.db.execute(
    sql`alter table kyc_applications add constraint refuse_all check (created_at < '2000-01-01') not valid`,
  );
  await call();
  await t.platform.db.execute(sql`alter table kyc_applications drop constraint refuse_all`);
}

test('an SSN and a date of birth are nowhere but sealed: not in answers, logs, records or a backup', async () => {
  await live();
  const stored = await backupOf(t.platform.db);
  for (const kind of ['audit_log', 'outbox_events', 'idempotency_keys', 'notifications', 'kyc_applications'])
    expect(stored).toContain(`table ${kind}`);
  const [row] = await rows<{ ssn: string; born: string }>(
    t.platform.db,
    sql`select sealed_ssn as ssn, sealed_date_of_birth as born from kyc_applications where user_id = ${ada.id}`,
  );
  const open = (sealed: string | undefined, column: string) =>
    decryptField(t.platform, sealed ?? '', { table: 'kyc_applications', column, row: ada.id });
  expect(await open(row?.ssn, 'sealed_ssn')).toBe('287654321');
  expect(await open(row?.born, 'sealed_date_of_birth')).toBe('1987-06-05');
  expect(log.join()).toContain('Failed query');
  expect(answers.some((text) => text.includes('"same":true'))).toBe(true);
  const places = { answers, log, stored };
  for (const [place, lines] of Object.entries(places)) {
    for (const trace of TRACES)
      expect([place, trace, lines.filter((line) => line.includes(trace))]).toEqual([place, trace, []]);
    expect([place, lines.filter((line) => containsDigits(line, LAST_DIGITS))]).toEqual([place, []]);
  }
});

test('a failed statement does not put a name, an address or a phone number into the log', () => {
  for (const entered of [personal.lastName, personal.phone, address.address])
    expect(log.filter((line) => line.includes(entered))).toEqual([]);
});
