import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { properties } from '#db/schema/properties.ts';
import { submissions } from '#db/schema/submissions.ts';
import { recordScan } from '#features/files/server/record-scan.ts';
import { anAdmin, api, aUser, newKey, on, type Person, systemOf } from '../support/actors.ts';
import { allPages, expectBooksBalance, outcomes } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { size } from '../support/sizes.ts';
import { aSubmission, aSubmissionDocument, confirmAll } from '../support/submissions.ts';

const ROUNDS = 3;

let t: PostgresPlatform;
let admins: [Person, Person];
beforeAll(async () => {
  t = await postgresPlatform();
  admins = [await anAdmin(t.platform), on(await t.another(), await anAdmin(t.platform))];
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const approve = (admin: Person, submissionId: string, version: number) =>
  api(admin).submissions.approve({ submissionId, version, requestId: newKey() });
const reject = (admin: Person, submissionId: string, version: number) =>
  api(admin).submissions.reject({ submissionId, version, reason: 'No deed.', requestId: newKey() });
const propertiesOf = (owner: Person) =>
  t.platform.db.select().from(properties).where(eq(properties.ownerId, owner.id));

async function aConfirmedSubmission() {
  const owner = await aUser(t.platform);
  const { id } = await aSubmission(owner);
  return { owner, id, version: await confirmAll(admins[0], id) };
}

test('one upload that is sent twice at once is one document', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await aUser(t.platform);
    const uploadId = newKey();
    const upload = () => aSubmissionDocument(owner, 'rentRoll', { uploadId });
    const { done } = await outcomes([upload(), upload()]);
    expect(done.map(({ id }) => id)).toEqual([uploadId, uploadId]);
    expect(await api(owner).submissions.unfiled({ wayIn: 'quick' })).toHaveLength(1);
  }
});

describe('deciding at once, on two servers', () => {
  test('two approvals make one property', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { owner, id, version } = await aConfirmedSubmission();
      const { done, refused } = await outcomes(admins.map((admin) => approve(admin, id, version)));
      expect([done.length, refused]).toEqual([1, ['ALREADY_DECIDED']]);
      expect(await propertiesOf(owner)).toMatchObject([{ id: done[0]?.propertyId, status: 'approved' }]);
    }
  });

  test('of an approval and a rejection one wins, and everything says the same', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { owner, id, version } = await aConfirmedSubmission();
      const { done, refused } = await outcomes([
        approve(admins[0], id, version),
        reject(admins[1], id, version),
      ]);
      expect([done.length, refused]).toEqual([1, ['ALREADY_DECIDED']]);
      const { status } = await api(owner).submissions.own({ submissionId: id });
      expect(status).toBe(done[0]?.status);
      expect(await propertiesOf(owner)).toHaveLength(status === 'approved' ? 1 : 0);
    }
  });

  test('an approval and a document that the owner adds: the approval saw it, or there was none', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { owner, id, version } = await aConfirmedSubmission();
      const { refused } = await outcomes<unknown>([
        approve(admins[0], id, version),
        aSubmissionDocument(owner, 'appraisal', { submissionId: id }),
      ]);
      expect(refused).toHaveLength(1);
      expect(['SUBMISSION_CHANGED', 'ALREADY_DECIDED']).toContain(refused[0]);
      const { status, documents } = await api(owner).submissions.own({ submissionId: id });
      expect([status, documents.length]).toEqual(
        refused[0] === 'ALREADY_DECIDED' ? ['approved', 5] : ['pending', 6],
      );
    }
  });

  test('an approval and a virus in a document: the approval saw it, or was first', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, version } = await aConfirmedSubmission();
      const seen = () => api(admins[0]).submissions.reviewed({ submissionId: id });
      const fileId = (await seen()).documents.at(-1)?.file.id ?? '';
      const { refused } = await outcomes<unknown>([
        approve(admins[0], id, version),
        recordScan(systemOf(t.platform), { fileId, result: 'infected', signature: 'Eicar-Test-Signature' }),
      ]);
      const { status, changes } = await seen();
      expect([status, refused, changes.filter(({ by }) => by === null).length]).toEqual(
        status === 'approved' ? ['approved', [], 0] : ['pending', ['SUBMISSION_CHANGED'], 1],
      );
    }
  });
});

/** Pending submissions of one owner, every seventh of which waits for its owner. */
async function fillQueue(owner: Person, many: number): Promise<void> {
  await t.platform.db.execute(sql`
    insert into submissions (id, way_in, owner_id, status, version, name, street_address, city, state, zip_code,
                             description, property_type, valuation, equity_offered_bps, submitted_at, respond_by, paused_at)
    select gen_random_uuid(), case when n % 3 = 0 then 'wizard' else 'quick' end, ${owner.id}, 'pending', 1,
           'Queue House ' || n, n || ' Orchard Lane', 'Austin', 'TX', '78701', 'Six apartments.', 'residential',
           1000000, 4000, now(), date_trunc('day', now(), 'UTC') + (n % 60 - 30) * interval '1 day',
           case when n % 7 = 0 then now() end
    from generate_series(1, ${many}::int) n`);
  await t.platform.db.execute(sql`
    insert into submission_messages (id, submission_id, kind, author_id, body, at)
    select gen_random_uuid(), id, 'question', ${admins[0].id}, 'When was the roof renewed?', paused_at
    from submissions where owner_id = ${owner.id} and paused_at is not null`);
}

test(`every one of ${size('queuedSubmissions')} submissions that wait is on one page of the queue, the most urgent first`, async () => {
  const many = size('queuedSubmissions');
  const owner = await aUser(t.platform);
  await fillQueue(owner, many);
  const page = (filter: object) =>
    allPages((cursor) =>
      api(admins[0]).submissions.queue({
        limit: 100,
        q: 'Queue House',
        ...filter,
        ...(cursor && { cursor }),
      }),
    );
  const found = await page({});
  expect(found).toHaveLength(many);
  const expected = await t.platform.db
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.ownerId, owner.id))
    .orderBy(sql`${submissions.pausedAt} is not null`, submissions.respondBy, submissions.id);
  expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  expect(await page({ wayIn: 'wizard' })).toHaveLength(Math.floor(many / 3));
});
