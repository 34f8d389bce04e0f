import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { properties } from '#db/schema/properties.ts';
import { anAdmin, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { expectBooksBalance, outcomes } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { aSubmission, aSubmissionDocument, confirmAll } from '../support/submissions.ts';

const ROUNDS = 3;

let t: PostgresPlatform;
let admins: [Person, Person];
beforeAll(async () => {
  t = await postgresPlatform();
  admins = [await anAdmin(t.platform), on(await t.another(), await anAdmin(t.platform))];
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

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
});
