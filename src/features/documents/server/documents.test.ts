import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { propertyDocuments } from '#db/schema/documents.ts';
import { storedFiles } from '#db/schema/files.ts';
import { MAX_PROPERTY_FILES } from '#features/files/files.rules.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  newKey,
  type Person,
} from '#tests/support/actors.ts';
import { fillApplication, verifyIdentity } from '#tests/support/applicants.ts';
import { expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { answerOf, startTestServer, type TestServer } from '#tests/support/server.ts';
import { aPdf, aPhoto } from '#tests/support/uploads.ts';
import type { UploadFacts } from '../documents.contract.ts';
import { MAX_DOCUMENTS } from '../documents.contract.ts';
import { documentFile } from './documents.queries.ts';
import { uploadDocument } from './index.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let admin: Person;
let owner: Person;
let ada: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform({ env: { RATE_LIMITS: 'on' } });
  server = await startTestServer(t.platform);
  admin = await anAdmin(t.platform);
  ada = await aUser(t.platform);
});
beforeEach(async () => {
  owner = await aUser(t.platform);
  ({ id: propertyId } = await anApprovedProperty(t.platform, { owner, admin }));
});
afterAll(async () => {
  await server.close();
  await t.close();
});
afterAll(() => expectBooksBalance(t.platform));

const appraisal = { kind: 'appraisal', title: 'Appraisal of 2026', dated: '2026-03-01' } as const;
const upload = (
  person: Person,
  {
    bytes = aPdf(),
    name = 'my appraisal.pdf',
    about = propertyId,
    ...facts
  }: {
    bytes?: Uint8Array;
    name?: string;
    about?: number;
  } & Partial<UploadFacts> = {},
) => uploadDocument(person, { ...appraisal, ...facts, propertyId: about, name, bytes });
const listed = async (person: Person, about = propertyId) =>
  (await api(person).documents.ofProperty({ propertyId: about })).items;
const download = (person: Person, id: string) => documentFile(t.platform, person.actor, id);
const filesOf = async (person: Person) =>
  (await t.platform.db.select().from(storedFiles)).filter(({ userId }) => userId === person.id);

describe('a document', () => {
  test('of an owner is listed with its title, kind and date, and everyone who sees the property gets its bytes', async () => {
    const bytes = aPdf('<< /Note (one) >>');
    const { id } = await upload(owner, { bytes });
    const [seen] = await listed(ada);
    expect(seen).toMatchObject({
      id,
      ...appraisal,
      fileName: 'my appraisal.pdf',
      mediaType: 'application/pdf',
      size: bytes.length,
      withdrawn: null,
    });
    for (const person of [ada, owner, admin]) {
      expect(Buffer.from((await download(person, id)).bytes)).toEqual(bytes);
    }
  });

  test('may be filed by the owner and admins, and by nobody else', async () => {
    await upload(admin);
    expect(await refusalOf(upload(ada))).toBe('NOT_YOURS');
    expect(await filesOf(ada)).toEqual([]);
    expect((await api(owner).documents.ofProperty({ propertyId })).canUpload).toBe(true);
    expect((await api(ada).documents.ofProperty({ propertyId })).canUpload).toBe(false);
  });

  test('of a property that waits for review is for its owner and admins', async () => {
    const { id: pending } = await aPendingProperty(t.platform, { owner });
    const { id } = await upload(owner, { about: pending });
    expect((await download(admin, id)).name).toBe('my appraisal.pdf');
    expect(await refusalOf(download(ada, id))).toBe('DOCUMENT_NOT_FOUND');
    expect(await refusalOf(listed(ada, pending))).toBe('PROPERTY_NOT_FOUND');
    expect(await refusalOf(upload(ada, { about: pending }))).toBe('PROPERTY_NOT_FOUND');
  });

  test('that is a picture is encoded again, whatever it is called', async () => {
    const { id } = await upload(owner, { bytes: await aPhoto(), name: 'plan.exe' });
    const { name, mediaType, bytes } = await download(ada, id);
    expect([name, mediaType]).toEqual(['plan.jpg', 'image/jpeg']);
    expect(Buffer.from(bytes).includes('hidden-in-the-photo')).toBe(false);
  });

  test.each([
    ['text', new TextEncoder().encode('<script>alert(1)</script>'), 'FILE_TYPE'],
    ['a PDF that runs something', aPdf('<< /S /JavaScript /JS (app.alert(1)) >>'), 'FILE_ACTIVE'],
    ['nothing', new Uint8Array(), 'FILE_EMPTY'],
  ])('of %s is refused and leaves nothing', async (_, bytes, code) => {
    expect(await refusalOf(upload(owner, { bytes }))).toBe(code);
    expect(await filesOf(owner)).toEqual([]);
    expect(await listed(owner)).toEqual([]);
  });

  test('dated in the future is refused', async () => {
    const later = new Date(t.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect(await refusalOf(upload(owner, { dated: later }))).toBe('DATED_AHEAD');
    expect(await listed(owner)).toEqual([]);
  });

  test('whose answer was lost is filed once, however often its upload is sent', async () => {
    const uploadId = newKey();
    const first = await upload(owner, { uploadId });
    expect(first.id).toBe(uploadId);
    expect(await upload(owner, { uploadId })).toEqual(first);
    expect(await filesOf(owner)).toHaveLength(1);
    expect(await listed(owner)).toHaveLength(1);
    const changed = await upload(owner, { uploadId, title: 'Appraisal of 2025' }).catch((error) => error);
    expect(changed).toMatchObject({ code: 'KEY_REUSED' });
    expect(changed.message).toContain('“Appraisal of 2026”');
    expect(await refusalOf(upload(admin, { uploadId }))).toBe('KEY_REUSED');
    const { id: other } = await anApprovedProperty(t.platform, { owner, admin });
    expect(await refusalOf(upload(owner, { uploadId, about: other }))).toBe('KEY_REUSED');
    await upload(owner, { uploadId: newKey() });
    expect(await listed(owner)).toHaveLength(2);
  });

  test('has no room beside as many as a property may have, and withdrawn ones take none', async () => {
    const { id } = await upload(owner);
    const [row] = (await t.platform.db.select().from(propertyDocuments)).filter((one) => one.id === id);
    const [file] = await filesOf(owner);
    if (!row || !file) throw new Error('nothing was filed');
    for (let more = 1; more < MAX_DOCUMENTS; more += 1) {
      const fileId = newKey();
      await t.platform.db.insert(storedFiles).values({ ...file, id: fileId });
      await t.platform.db.insert(propertyDocuments).values({ ...row, id: newKey(), fileId });
    }
    expect(await refusalOf(upload(owner))).toBe('TOO_MANY_DOCUMENTS');
    await api(admin).documents.withdraw({ documentId: id, reason: 'Out of date.' });
    await upload(owner);
    expect(MAX_PROPERTY_FILES).toBeGreaterThan(MAX_DOCUMENTS);
  });

  test('is in the list before what was filed earlier, page by page', async () => {
    const ids: string[] = [];
    for (const title of ['First', 'Second', 'Third']) {
      ids.unshift((await upload(owner, { title })).id);
      t.clock.advance(1);
    }
    const first = await api(ada).documents.ofProperty({ propertyId, limit: 2 });
    const cursor = first.nextCursor ?? '';
    const rest = await api(ada).documents.ofProperty({ propertyId, limit: 2, cursor });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBe(null);
  });
});

describe('a withdrawn document', () => {
  test('is gone for everyone but admins, and its owner reads why', async () => {
    const { id } = await upload(owner);
    await api(admin).documents.withdraw({ documentId: id, reason: 'It names tenants.' });
    expect(await listed(ada)).toEqual([]);
    expect((await listed(owner))[0]?.withdrawn?.reason).toBe('It names tenants.');
    for (const person of [ada, owner]) {
      expect(await refusalOf(download(person, id))).toBe('DOCUMENT_NOT_FOUND');
    }
    expect((await download(admin, id)).name).toBe('my appraisal.pdf');
    const [notice] = (await api(owner).notifications.list({})).items;
    expect(notice).toMatchObject({
      title: 'Document withdrawn',
      actionUrl: `/property/${propertyId}?tab=documents`,
    });
    expect(notice?.message).toContain('It names tenants.');
  });

  test('is withdrawn once, by admins, with a reason', async () => {
    const { id: documentId } = await upload(owner);
    const withdraw = (person: Person, reason = 'Out of date.') =>
      api(person).documents.withdraw({ documentId, reason });
    expect(await refusalOf(withdraw(owner))).toBe('ADMIN_REQUIRED');
    expect((await withdraw(admin, ' ').catch((error) => error)).code).toBe('BAD_REQUEST');
    await withdraw(admin);
    expect(await refusalOf(withdraw(admin))).toBe('ALREADY_WITHDRAWN');
  });

  test('is not withdrawn by an admin who owns the property by another account', async () => {
    const { id: documentId } = await upload(owner);
    const second = await anAdmin(t.platform);
    await verifyIdentity(second, '287-65-4321');
    await fillApplication(owner, '287-65-4321');
    const withdrawn = api(second).documents.withdraw({ documentId, reason: 'Out of date.' });
    expect(await refusalOf(withdrawn)).toBe('OWN_PROPERTY');
  });
});

describe('over HTTP', () => {
  const facts = new URLSearchParams(appraisal);
  const send = async (person: Person, body: BodyInit, query = facts.toString()) => {
    const client = server.client();
    await client.signIn(person.email);
    const headers = { 'x-file-name': 'my%20appraisal.pdf' };
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    return answerOf(await client.fetch(`/api/properties/${propertyId}/documents?${query}`, init));
  };
  const pdf = () => aPdf() as unknown as BodyInit;

  test('a document is sent with its facts in the address, and answered as an attachment', async () => {
    const { status, json } = await send(owner, pdf());
    expect([status, json.title]).toEqual([201, 'Appraisal of 2026']);
    const client = server.client();
    await client.signIn(ada.email);
    const file = await client.fetch(`/api/documents/${json.id}`);
    expect(file.headers.get('content-disposition')).toContain('attachment; filename="my appraisal.pdf"');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(aPdf()));
  });

  test('a document is filed once when it is sent twice as the same upload', async () => {
    const query = `${facts}&uploadId=${newKey()}`;
    const [first, second] = [await send(owner, pdf(), query), await send(owner, pdf(), query)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toEqual(first.json);
    expect(await listed(owner)).toHaveLength(1);
  });

  test.each([
    '',
    `${facts}&uploadId=1`,
    'kind=castle&title=A&dated=2026-01-01',
    `${facts}&more=1`,
    'kind=other&title=A&dated=2026-02-30',
  ])('the facts %j are malformed', async (query) => {
    expect((await send(owner, pdf(), query)).status).toBe(400);
  });

  test('what someone else sends about the property is refused before it is read', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 200) controller.close();
        else controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const { status, json } = await send(ada, body);
    expect([status, json.code]).toEqual([403, 'NOT_YOURS']);
    expect(sent).toBeLessThan(100);
  });

  test('of one person is limited to sixty files an hour', async () => {
    const { consume } = t.platform.limits;
    for (let spent = 0; spent < 60; spent += 1) await consume('upload', owner.caller);
    const { status, json } = await send(owner, pdf());
    expect([status, json.code]).toEqual([429, 'RATE_LIMITED']);
  });
});
