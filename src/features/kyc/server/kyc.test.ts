import { eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedFiles } from '#db/schema/files.ts';
import { users } from '#db/schema/identity.ts';
import { kycApplications, kycDecisions } from '#db/schema/kyc.ts';
import { auditLog } from '#db/schema/platform.ts';
import { MAX_FILES } from '#features/files/files.rules.ts';
import { present } from '#kernel/assert.ts';
import { HOUR } from '#kernel/time.ts';
import { anAdmin, api, aUser, newKey, type Person, systemOf } from '#tests/support/actors.ts';
import {
  address,
  applyForReview,
  attach,
  decideOn,
  employment,
  fillApplication,
  personal,
} from '#tests/support/applicants.ts';
import { allPages, expectBooksBalance, outcomes, refusalOf } from '#tests/support/checks.ts';
import { containsDigits } from '#tests/support/contains-digits.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testFiles } from '#tests/support/ports.ts';
import { aPdf, aPhoto } from '#tests/support/uploads.ts';
import { decryptField } from './encrypted-fields.ts';
import { kycJobs } from './kyc.jobs.ts';

const files = testFiles();
let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform({ replace: { files } });
  admin = await anAdmin(t.platform);
});
beforeEach(async () => {
  ada = await aUser(t.platform);
});
afterEach(async () => {
  await t.platform.jobs.drain();
  await expectBooksBalance(t.platform);
});
afterAll(() => t.close());

const kyc = (person = ada) => api(person).kyc;
const status = async () => (await kyc().application()).status;
const submit = (person = ada, requestId = newKey()) =>
  kyc(person).submit({ riskAcknowledged: true, requestId });
const rowOf = async (person: Person) =>
  (await t.platform.db.select().from(kycApplications).where(eq(kycApplications.userId, person.id)))[0];

describe('the draft', () => {
  test('begins with the first saved step and stores every step', async () => {
    expect(await kyc().application()).toMatchObject({ status: 'not_started', submittedAt: null });
    expect(await kyc().savePersonal(personal)).toMatchObject({
      status: 'in_progress',
      personal: {
        firstName: 'Ada',
        lastName: 'Quill',
        phone: '(212) 555-0142',
        hasDateOfBirth: true,
        hasSsn: true,
      },
    });
    await kyc().saveAddress(address);
    await kyc().saveEmployment({
      ...employment,
      employer: 'Elm Street Bakery',
      investorStatus: 'accredited',
    });
    expect(await kyc().application()).toMatchObject({
      status: 'in_progress',
      address,
      employment: {
        status: 'employed',
        income: '50k-100k',
        employer: 'Elm Street Bakery',
        investorStatus: 'accredited',
      },
    });
  });

  test('still has the sealed values when the step is saved again without them', async () => {
    await kyc().savePersonal(personal);
    const before = await rowOf(ada);
    await kyc().savePersonal({ ...personal, firstName: 'Augusta', ssn: null, dateOfBirth: null });
    const after = await rowOf(ada);
    expect(after).toMatchObject({ firstName: 'Augusta', sealedSsn: before?.sealedSsn });
    const place = { table: 'kyc_applications', column: 'sealed_ssn', row: ada.id };
    expect(await decryptField(t.platform, after?.sealedSsn ?? '', place)).toBe('219456789');
  });

  test.each(['2020-01-01', '1890-01-01'])('is refused for someone born on %s', async (dateOfBirth) => {
    expect(await refusalOf(kyc().savePersonal({ ...personal, dateOfBirth }))).toBe('KYC_UNDERAGE');
    expect(await status()).toBe('not_started');
  });

  test('refuses unknown fields, such as a status or another person', async () => {
    for (const extra of [{ status: 'approved' }, { userId: admin.id }]) {
      expect(await refusalOf(kyc().saveAddress({ ...address, ...extra } as never))).toBe('MALFORMED');
    }
  });

  test('leaves audit rows that say which part was saved and nothing of it', async () => {
    await fillApplication(ada);
    const rows = await t.platform.db.select().from(auditLog).where(eq(auditLog.actorId, ada.id));
    const saved = rows.filter(({ action }) => action.startsWith('kyc.') && action !== 'kyc.assignKey');
    expect(saved.map(({ details }) => details)).toEqual([
      { part: 'personal' },
      { part: 'address' },
      { part: 'employment' },
      { part: 'documents' },
      { part: 'documents' },
    ]);
  });
});

describe('a document', () => {
  test('is stored under the name it came with, as what it really is', async () => {
    const { documents } = await attach(ada, 'idDocument', { name: 'C:\\Users\\ada\\my "id".PNG' });
    expect(documents.idDocument).toMatchObject({ name: 'my _id_.jpg', mediaType: 'image/jpeg' });
    const pdf = await attach(ada, 'proofOfAddress', { name: 'bill.pdf', bytes: aPdf() });
    expect(pdf.documents.proofOfAddress).toMatchObject({ name: 'bill.pdf', mediaType: 'application/pdf' });
  });

  test('that is replaced or removed is erased', async () => {
    const first = (await attach(ada, 'idDocument')).documents.idDocument?.id;
    const second = (await attach(ada, 'idDocument')).documents.idDocument?.id;
    expect(second).not.toBe(first);
    await t.platform.jobs.drain();
    expect([files.stored.has(`kyc/${first}`), files.stored.has(`kyc/${second}`)]).toEqual([false, true]);
    expect((await kyc().removeDocument({ kind: 'idDocument' })).documents.idDocument).toBeNull();
    await kyc().removeDocument({ kind: 'idDocument' });
    await t.platform.jobs.drain();
    expect(files.stored.has(`kyc/${second}`)).toBe(false);
    const rows = await t.platform.db.select().from(storedFiles).where(eq(storedFiles.userId, ada.id));
    expect(rows).toEqual([]);
  });

  test.each([
    ['nothing', new Uint8Array(), 'FILE_EMPTY'],
    ['a renamed program', Buffer.from('MZ\x90\0 this program cannot be run'), 'FILE_TYPE'],
    ['a PDF with a script', aPdf('<< /S /JavaScript /JS (1) >>'), 'FILE_ACTIVE'],
    ['more than 10 MB', new Uint8Array(10 * 1024 * 1024 + 1), 'FILE_TOO_LARGE'],
  ])('of %s is refused and keeps the one before', async (_, bytes, code) => {
    const { documents } = await attach(ada, 'idDocument');
    expect(await refusalOf(attach(ada, 'idDocument', { name: 'id.pdf', bytes }))).toBe(code);
    expect((await kyc().application()).documents).toEqual(documents);
  });

  test('beyond the room of one person is refused', async () => {
    const row = { userId: ada.id, purpose: 'kyc', name: 'x.jpg', mediaType: 'image/jpeg' } as const;
    const about = { size: 1, status: 'arriving', createdAt: t.clock.now() } as const;
    const many = Array.from({ length: MAX_FILES - 1 }, () => ({ ...row, ...about, id: newKey() }));
    await t.platform.db.insert(storedFiles).values(many);
    await attach(ada, 'idDocument');
    expect(await refusalOf(attach(ada, 'proofOfAddress'))).toBe('TOO_MANY_FILES');
    t.clock.advance(2 * HOUR);
    await t.platform.jobs.drain();
    await attach(ada, 'proofOfAddress');
  });

  test('whose upload broke off is erased after an hour, and no other one', async () => {
    const { documents } = await attach(ada, 'idDocument');
    const id = newKey();
    await files.put(`kyc/${id}`, await aPhoto(), 'image/jpeg');
    const row = { id, userId: ada.id, purpose: 'kyc', name: 'x.jpg', mediaType: 'image/jpeg' } as const;
    await t.platform.db
      .insert(storedFiles)
      .values({ ...row, size: 1, status: 'arriving', createdAt: t.clock.now() });
    await t.platform.jobs.drain();
    expect(files.stored.has(`kyc/${id}`)).toBe(true);
    t.clock.advance(2 * HOUR);
    await t.platform.jobs.drain();
    expect(files.stored.has(`kyc/${id}`)).toBe(false);
    expect(files.stored.has(`kyc/${documents.idDocument?.id}`)).toBe(true);
  });
});

describe('submitting', () => {
  test('needs every step', async () => {
    expect(await refusalOf(submit())).toBe('KYC_INCOMPLETE');
    await kyc().savePersonal({ ...personal, ssn: null });
    await kyc().saveAddress(address);
    await kyc().saveEmployment(employment);
    await attach(ada, 'idDocument');
    await attach(ada, 'proofOfAddress');
    expect(await refusalOf(submit())).toBe('KYC_INCOMPLETE');
    await kyc().savePersonal(personal);
    expect((await submit()).status).toBe('under_review');
  });

  test('needs the risk acknowledgment', async () => {
    await fillApplication(ada);
    const input = { riskAcknowledged: false, requestId: newKey() } as never;
    expect(await refusalOf(kyc().submit(input))).toBe('MALFORMED');
    expect(await status()).toBe('in_progress');
  });

  test('locks the application and notifies the applicant once', async () => {
    await fillApplication(ada);
    const key = newKey();
    const first = await submit(ada, key);
    expect(await submit(ada, key)).toEqual(first);
    expect(await refusalOf(submit())).toBe('KYC_LOCKED');
    expect(await refusalOf(kyc().savePersonal(personal))).toBe('KYC_LOCKED');
    expect(await refusalOf(attach(ada, 'idDocument'))).toBe('KYC_LOCKED');
    expect(await refusalOf(kyc().removeDocument({ kind: 'idDocument' }))).toBe('KYC_LOCKED');
    const { items } = await api(ada).notifications.list({});
    expect(items.map(({ title, message }) => [title, message])).toEqual([
      [
        'Your identity is being verified',
        "Your verification is under review. You'll be notified within 1-3 business days.",
      ],
    ]);
  });

  test('twice at once happens once', async () => {
    await fillApplication(ada);
    const { done, refused } = await outcomes([submit(), submit(), submit()]);
    expect([done.length, refused]).toEqual([1, ['KYC_LOCKED', 'KYC_LOCKED']]);
  });
});

describe('a decision', () => {
  test.each([
    ['approved', 'Your identity is verified'],
    ['rejected', 'Your identity could not be verified'],
    ['requires_additional_info', 'We need more information to verify your identity'],
  ] as const)('%s is recorded, notified, and final for that submission', async (decision, title) => {
    await applyForReview(ada);
    expect(await decideOn(ada, decision, { admin })).toEqual({ status: decision });
    expect(await status()).toBe(decision);
    expect((await api(ada).notifications.list({})).items[0]?.title).toBe(title);
    expect(await refusalOf(decideOn(ada, 'approved', { admin }))).toBe('KYC_NOT_UNDER_REVIEW');
    const decided = await t.platform.db.select().from(kycDecisions).where(eq(kycDecisions.userId, ada.id));
    expect(decided.map((one) => [one.decision, one.reviewerId])).toEqual([[decision, admin.id]]);
  });

  test('says to the applicant why, and what is asked for, and reopens the application', async () => {
    await applyForReview(ada);
    await decideOn(ada, 'requires_additional_info', { admin });
    expect(await kyc().application()).toMatchObject({
      status: 'requires_additional_info',
      requests: ['A bill of the last three months'],
      reason: null,
    });
    await attach(ada, 'proofOfAddress', { name: 'new bill.pdf', bytes: aPdf() });
    expect(await status()).toBe('requires_additional_info');
    await submit();
    expect(await kyc().application()).toMatchObject({ status: 'under_review', requests: [] });
    await decideOn(ada, 'rejected', { admin });
    expect(await kyc().application()).toMatchObject({
      status: 'rejected',
      reason: 'The photograph does not show your face.',
    });
    const { decisions } = await kyc(admin).reviewed({ applicantId: ada.id });
    expect(decisions.map(({ decision }) => decision)).toEqual(['rejected', 'requires_additional_info']);
  });

  test('on an older submission is refused', async () => {
    const submittedAt = await applyForReview(ada);
    await decideOn(ada, 'requires_additional_info', { admin });
    await submit();
    expect(await refusalOf(decideOn(ada, 'approved', { admin, submittedAt }))).toBe('KYC_CHANGED');
    expect(await status()).toBe('under_review');
  });

  test('on the own application is for someone else', async () => {
    const reviewer = await anAdmin(t.platform);
    await applyForReview(reviewer);
    expect((await kyc(reviewer).reviewed({ applicantId: reviewer.id })).mayDecide).toBe(false);
    expect(await refusalOf(decideOn(reviewer, 'approved', { admin: reviewer }))).toBe('KYC_OWN_APPLICATION');
    expect(await decideOn(reviewer, 'approved')).toEqual({ status: 'approved' });
  });

  test('on the application of a second account with the tax number of the reviewer is for someone else', async () => {
    const reviewer = await anAdmin(t.platform);
    await applyForReview(reviewer);
    await decideOn(reviewer, 'approved');
    await applyForReview(ada);
    expect((await kyc(reviewer).reviewed({ applicantId: ada.id })).mayDecide).toBe(false);
    expect(await refusalOf(decideOn(ada, 'approved', { admin: reviewer }))).toBe('KYC_OWN_APPLICATION');
  });

  test.each(['in_progress', 'under_review', 'rejected'])(
    'on a second account is for someone else also while the own application with its tax number is %s',
    async (own) => {
      const reviewer = await anAdmin(t.platform);
      await fillApplication(reviewer);
      if (own !== 'in_progress') await submit(reviewer);
      if (own === 'rejected') await decideOn(reviewer, 'rejected');
      expect((await rowOf(reviewer))?.status).toBe(own);
      await applyForReview(ada);
      expect((await kyc(reviewer).reviewed({ applicantId: ada.id })).mayDecide).toBe(false);
      for (const decision of ['approved', 'rejected'] as const)
        expect(await refusalOf(decideOn(ada, decision, { admin: reviewer }))).toBe('KYC_OWN_APPLICATION');
    },
  );

  test('is made with the other accounts in view that were submitted with the same tax number', async () => {
    const [ben, cat, dan] = [await aUser(t.platform), await aUser(t.platform), await aUser(t.platform)];
    const number = '301-52-7788';
    for (const person of [ada, ben, cat]) await fillApplication(person, number);
    await fillApplication(dan, '301-52-7789');
    for (const person of [ada, ben, dan]) await submit(person);
    await decideOn(ben, 'approved', { admin });
    const sameNumber = async (person: Person) =>
      (await kyc(admin).reviewed({ applicantId: person.id })).sameNumber;
    const name = 'Ada Quill';
    expect(await sameNumber(ada)).toEqual([
      { applicantId: ben.id, name, email: ben.email, status: 'approved' },
    ]);
    expect(await sameNumber(ben)).toMatchObject([{ applicantId: ada.id, status: 'under_review' }]);
    expect(await sameNumber(dan)).toEqual([]);
    expect((await kyc(admin).reviewed({ applicantId: ada.id })).moreWithSameNumber).toBe(0);
  });

  test('names twenty other accounts with the same tax number, and how many more there are', async () => {
    const { db } = t.platform;
    await fillApplication(ada, '301-52-7790');
    await submit(ada);
    const [user] = await db.select().from(users).where(eq(users.id, ada.id));
    const [application] = await db.select().from(kycApplications).where(eq(kycApplications.userId, ada.id));
    const ids = Array.from({ length: 23 }, () => newKey());
    const copies = ids.map((id) => ({ ...present(user, 'the user'), id, email: `${id}@example.test` }));
    await db.insert(users).values(copies);
    await db
      .insert(kycApplications)
      .values(ids.map((userId) => ({ ...present(application, 'the application'), userId })));
    const { sameNumber, moreWithSameNumber } = await kyc(admin).reviewed({ applicantId: ada.id });
    expect([sameNumber.length, moreWithSameNumber]).toEqual([20, 3]);
    // They have the documents of the first, which is nothing that the product would store.
    await db.delete(kycApplications).where(inArray(kycApplications.userId, ids));
    await db.delete(users).where(inArray(users.id, ids));
  });

  test('on what was never submitted answers like a missing one', async () => {
    await fillApplication(ada);
    const about = { submittedAt: new Date().toISOString(), decision: 'approved' } as const;
    for (const applicantId of [ada.id, 'nobody'])
      expect(await refusalOf(kyc(admin).decide({ ...about, applicantId }))).toBe('NOT_FOUND');
    expect(await refusalOf(kyc(admin).reviewed({ applicantId: ada.id }))).toBe('NOT_FOUND');
  });

  test('writes nothing of a reason into the audit log', async () => {
    await applyForReview(ada);
    await decideOn(ada, 'rejected', { admin });
    const rows = await t.platform.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `kyc:${ada.id}`));
    expect(rows.at(-1)).toMatchObject({ action: 'kyc.decide', details: { decision: 'rejected' } });
    expect(JSON.stringify(rows)).not.toContain('photograph');
  });

  test('of rejection can be answered by a new application with the same answers', async () => {
    expect(await refusalOf(kyc().startAgain())).toBe('KYC_NOT_REJECTED');
    await applyForReview(ada);
    expect(await refusalOf(kyc().startAgain())).toBe('KYC_NOT_REJECTED');
    await decideOn(ada, 'rejected', { admin });
    expect(await kyc().startAgain()).toMatchObject({
      status: 'in_progress',
      personal: { hasSsn: true },
      submittedAt: null,
    });
    await submit();
    expect(await status()).toBe('under_review');
  });
});

describe('the queue', () => {
  test('has every submission once, those that wait longest first, page by page', async () => {
    const people: Person[] = [];
    for (let number = 0; number < 5; number += 1) {
      const person = await aUser(t.platform);
      await applyForReview(person);
      people.push(person);
    }
    await fillApplication(ada);
    const seen = await allPages(async (cursor) => {
      const page = await kyc(admin).queue({ limit: 2, ...(cursor ? { cursor } : {}) });
      return { ...page, items: page.items.map((item) => ({ ...item, id: item.applicantId })) };
    });
    const ids = seen.map(({ applicantId }) => applicantId);
    expect(ids.slice(-5)).toEqual(people.map(({ id }) => id));
    expect(ids).not.toContain(ada.id);
    expect(seen.map(({ submittedAt }) => submittedAt)).toEqual(
      seen.map(({ submittedAt }) => submittedAt).sort(),
    );
  });

  test('is searched by name and by email, with what is typed meant literally', async () => {
    await applyForReview(ada);
    const found = async (q: string) => {
      const { items } = await kyc(admin).queue({ q, limit: 100 });
      return items.some(({ applicantId }) => applicantId === ada.id);
    };
    expect(await found(ada.email.toUpperCase())).toBe(true);
    expect(await found('da qui')).toBe(true);
    for (const q of ['Grace', '%', '_da']) expect(await found(q)).toBe(false);
  });

  test.each(['x', '1~', '~', `1~${'x'.repeat(99)}`, "1~'"])('refuses the cursor %j', async (cursor) => {
    expect(await refusalOf(kyc(admin).queue({ cursor }))).toBe('MALFORMED');
  });
});

describe('the date of birth', () => {
  test('can be compared with a document, and is not shown', async () => {
    await applyForReview(ada);
    const compare = (dateOfBirth: string) =>
      kyc(admin).compareDateOfBirth({ applicantId: ada.id, dateOfBirth });
    expect(await compare('1990-02-28')).toEqual({ same: true });
    expect(await compare('1990-02-27')).toEqual({ same: false });
    const rows = await t.platform.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `kyc:${ada.id}`));
    expect(rows.at(-1)).toMatchObject({ action: 'kyc.compareDateOfBirth', details: { same: false } });
    expect(containsDigits(JSON.stringify(rows), '1990')).toBe(false);
  });
});

test('nothing that a person is answered has a sealed value in it', async () => {
  await applyForReview(ada);
  await decideOn(ada, 'requires_additional_info', { admin });
  const answers = JSON.stringify([
    await kyc().application(),
    await kyc(admin).reviewed({ applicantId: ada.id }),
    await kyc(admin).queue({ status: 'requires_additional_info' }),
  ]);
  for (const secret of ['219-45-6789', '219456789', '1990-02-28', 'v1:'])
    expect(answers).not.toContain(secret);
  expect(containsDigits(answers, '6789')).toBe(false);
});

describe('the fingerprint of an SSN', () => {
  const fingerprintOf = async (person: Person) => (await rowOf(person))?.ssnFingerprint;

  test('is the same for the same number, in whatever account and spelling it was entered', async () => {
    const [ben, cat] = [await aUser(t.platform), await aUser(t.platform)];
    await fillApplication(ada, '287-65-4321');
    await fillApplication(ben, '287654321');
    await fillApplication(cat, '287-65-4322');
    expect(await fingerprintOf(ben)).toBe(await fingerprintOf(ada));
    expect(await fingerprintOf(cat)).not.toBe(await fingerprintOf(ada));
    await kyc(cat).savePersonal({ ...personal, ssn: '287-65-4321' });
    expect(await fingerprintOf(cat)).toBe(await fingerprintOf(ada));
    await kyc(cat).savePersonal({ ...personal, ssn: null });
    expect(await fingerprintOf(cat)).toBe(await fingerprintOf(ada));
  });

  test('is made by a job where it is missing or its data key is gone', async () => {
    const ben = await aUser(t.platform);
    await fillApplication(ada, '287-65-4321');
    await fillApplication(ben, '287-65-4321');
    const made = await fingerprintOf(ada);
    const removeFingerprint = (person: Person, ssnFingerprint: string | null) =>
      t.platform.db
        .update(kycApplications)
        .set({ ssnFingerprint })
        .where(eq(kycApplications.userId, person.id));
    await removeFingerprint(ada, null);
    await removeFingerprint(ben, 'f1:gone:AAAA');
    t.clock.advance(HOUR);
    await t.platform.jobs.drain();
    expect([await fingerprintOf(ada), await fingerprintOf(ben)]).toEqual([made, made]);
  });

  test('that cannot be made delays no other', async () => {
    const ben = await aUser(t.platform);
    await fillApplication(ada, '287-65-4321');
    await fillApplication(ben, '287-65-4321');
    const [made, sealed] = [await fingerprintOf(ben), (await rowOf(ada))?.sealedSsn ?? null];
    const set = (person: Person, columns: Partial<typeof kycApplications.$inferInsert>) =>
      t.platform.db.update(kycApplications).set(columns).where(eq(kycApplications.userId, person.id));
    await set(ada, { ssnFingerprint: null, sealedSsn: (await rowOf(ada))?.sealedDateOfBirth ?? null });
    await set(ben, { ssnFingerprint: null });
    const job = kycJobs.handlers['kyc.fingerprintSsns'](systemOf(t.platform), {});
    await expect(job).rejects.toThrow('1 item failed');
    expect([await fingerprintOf(ada), await fingerprintOf(ben)]).toEqual([null, made]);
    await set(ada, { sealedSsn: sealed });
  });
});
