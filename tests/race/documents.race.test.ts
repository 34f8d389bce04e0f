import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { propertyDocuments } from '#db/schema/documents.ts';
import { storedFiles } from '#db/schema/files.ts';
import { MAX_DOCUMENTS } from '#features/documents/documents.contract.ts';
import { documentFile } from '#features/documents/server/documents.queries.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { expectBooksBalance, outcomes } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { aPdf } from '../support/uploads.ts';

type DocumentRow = typeof propertyDocuments.$inferSelect;
type StoredRow = typeof storedFiles.$inferSelect;

let t: PostgresPlatform;
let second: Platform;
let admin: Person;
let owner: Person;
let reader: Person;
let propertyId: number;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  admin = await anAdmin(t.platform);
  reader = await aUser(t.platform);
});
beforeEach(async () => {
  owner = await aUser(t.platform);
  ({ id: propertyId } = await anApprovedProperty(t.platform, { owner, admin }));
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

const BYTES = aPdf();
const upload = (person: Person, title = 'Appraisal') =>
  uploadDocument(person, {
    propertyId,
    kind: 'appraisal',
    title,
    dated: '2026-03-01',
    name: 'appraisal.pdf',
    bytes: BYTES,
  });
const withdraw = (person: Person, documentId: string) =>
  api(person).documents.withdraw({ documentId, reason: 'It names tenants.' });
const download = (person: Person, id: string) => documentFile(person.platform, person.actor, id);
const listed = async (person: Person) =>
  (await api(person).documents.ofProperty({ propertyId, limit: 50 })).items;
/** A number of further documents like this one, as they would be stored. */
async function fileCopies(id: string, many: number) {
  const { db } = t.platform;
  const [row] = await db.select().from(propertyDocuments).where(eq(propertyDocuments.id, id));
  const [file] = await db
    .select()
    .from(storedFiles)
    .where(eq(storedFiles.id, row?.fileId ?? ''));
  const copies = Array.from({ length: many }, () => ({ id: newKey(), fileId: newKey() }));
  await db.insert(storedFiles).values(copies.map(({ fileId }) => ({ ...(file as StoredRow), id: fileId })));
  await db.insert(propertyDocuments).values(copies.map((copy) => ({ ...(row as DocumentRow), ...copy })));
}
/** Every other call on the second server. */
const spread = (person: Person, at: number) => (at % 2 ? on(second, person) : person);

describe('documents of one property, on two servers', () => {
  test('many uploads for the last places take exactly those', async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, () => anAdmin(t.platform)));
    await fileCopies((await upload(owner)).id, MAX_DOCUMENTS - 3);
    const { done, refused } = await outcomes(admins.map((one, at) => upload(spread(one, at), `Last ${at}`)));
    expect(done).toHaveLength(2);
    expect(refused).toEqual(Array(4).fill('TOO_MANY_DOCUMENTS'));
    const stored = await t.platform.db
      .select()
      .from(propertyDocuments)
      .where(eq(propertyDocuments.propertyId, propertyId));
    expect(stored).toHaveLength(MAX_DOCUMENTS);
  });

  test('one document withdrawn by many at once is withdrawn once, and its owner is notified once', async () => {
    const { id } = await upload(owner);
    const { done, refused } = await outcomes(
      Array.from({ length: 8 }, (_, at) => withdraw(spread(admin, at), id)),
    );
    expect(done).toHaveLength(1);
    expect(refused).toEqual(Array(7).fill('ALREADY_WITHDRAWN'));
    const notifications = (await api(owner).notifications.list({})).items.filter(
      ({ title }) => title === 'Document withdrawn',
    );
    expect(notifications).toHaveLength(1);
  });

  test('a download beside its withdrawal gives the whole file or nothing, and nothing once it is withdrawn', async () => {
    const { id } = await upload(owner);
    let withdrawn = false;
    const reading = Array.from({ length: 12 }, async (_, at) => {
      const asked = withdrawn;
      const { done, refused } = await outcomes([download(spread(reader, at), id)]);
      if (asked) expect(done).toEqual([]);
      for (const { bytes } of done) expect(Buffer.from(bytes)).toEqual(BYTES);
      expect(refused.filter((code) => code !== 'DOCUMENT_NOT_FOUND')).toEqual([]);
    });
    await Promise.all([
      ...reading,
      withdraw(admin, id).then(() => {
        withdrawn = true;
      }),
    ]);
    for (const server of [t.platform, second]) {
      const late = await outcomes([reader, owner].map((one) => download(on(server, one), id)));
      expect(late.refused).toEqual(['DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_FOUND']);
      expect(Buffer.from((await download(on(server, admin), id)).bytes)).toEqual(BYTES);
    }
  });

  test('a place is free again once its document is withdrawn, however uploads and withdrawals meet', async () => {
    const first = await Promise.all(Array.from({ length: 4 }, (_, at) => upload(admin, `Old ${at}`)));
    await Promise.all([
      ...first.map(({ id }, at) => withdraw(spread(admin, at), id)),
      ...Array.from({ length: 4 }, (_, at) => upload(spread(owner, at), `New ${at}`)),
    ]);
    expect((await listed(reader)).map(({ title }) => title).sort()).toEqual([
      'New 0',
      'New 1',
      'New 2',
      'New 3',
    ]);
    expect(await listed(owner)).toHaveLength(8);
  });

  test('nobody downloads from a property that left the market, but its owner and admins', async () => {
    const { id } = await upload(owner);
    await Promise.all([
      api(admin).properties.setStatus({ id: propertyId, status: 'pending' }),
      ...Array.from({ length: 6 }, (_, at) => outcomes([download(spread(reader, at), id)])),
    ]);
    const { refused } = await outcomes([download(reader, id), download(on(second, reader), id)]);
    expect(refused).toEqual(['DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_FOUND']);
    expect(Buffer.from((await download(on(second, owner), id)).bytes)).toEqual(BYTES);
  });
});
