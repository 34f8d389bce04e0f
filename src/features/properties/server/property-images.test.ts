import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedFiles } from '#db/schema/files.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { anAdmin, api, aUser, newKey, type Person, systemOf } from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { type TestWeb, testWeb } from '#tests/support/ports.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { aPdf, aPhoto } from '#tests/support/uploads.ts';
import { PROPERTY_IMAGES_PATH } from '../simple-form.contract.ts';
import { propertyJobs } from './properties.jobs.ts';

const web = testWeb();
let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  t = await testPlatform({ replace: { publicDownloads: web } });
  server = await startTestServer(t.platform);
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const offer = {
  name: 'Harbor House',
  location: 'Austin, TX',
  propertyType: 'residential',
  pricePerShare: '100.00',
  totalShares: 10,
  annualYield: '7.00',
} as const;
const submit = (imageUrl: string, person = owner) =>
  api(person).properties.submit({ submission: { ...offer, imageUrl }, requestId: newKey() });
const imageOf = async (id: number) => (await api(owner).properties.detail({ id })).imageUrl;
const versionsOf = (id: number) => api(owner).properties.simpleFormVersions({ id });
async function resubmit(id: number, imageUrl: string | null) {
  await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'No deed.' });
  await api(owner).properties.resubmit({ id, submission: { ...offer, imageUrl }, requestId: newKey() });
}
const noticesOf = async (person: Person) => (await api(person).notifications.list({})).items;
const drain = () => t.platform.jobs.drain({ schedules: [] });

let copies = 0;
async function withPicture(): Promise<{ id: number; imageUrl: string }> {
  copies += 1;
  const url = `https://pictures.example/${copies}.png`;
  web.publish(url, await aPhoto({ format: 'png' }));
  const { id } = await submit(url);
  await drain();
  return { id, imageUrl: (await imageOf(id)) ?? '' };
}

describe('the picture of a property', () => {
  test('is shown from a copy of ours that was drawn again, and until it is there not at all', async () => {
    const url = 'https://pictures.example/house.jpg';
    web.publish(url, await aPhoto());
    const submitted = await submit(url);
    expect(submitted.imageUrl).toBeNull();
    await drain();
    const imageUrl = (await imageOf(submitted.id)) ?? '';
    expect(imageUrl).toMatch(new RegExp(`^${PROPERTY_IMAGES_PATH}[0-9a-f-]{36}$`));
    const client = server.client();
    await client.signIn(owner.email);
    const bytes = Buffer.from(await (await client.fetch(imageUrl)).arrayBuffer());
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect(bytes.toString('latin1')).not.toContain('hidden-in-the-photo');
    expect(web.asked.filter((one) => one === url)).toHaveLength(1);
  });

  test('is for visitors, and stored by every cache, once the property is on the market', async () => {
    const { id, imageUrl } = await withPicture();
    const visitor = server.client();
    const hidden = await visitor.fetch(imageUrl);
    const missing = await visitor.fetch(`${PROPERTY_IMAGES_PATH}00000000-0000-7000-8000-000000000000`);
    expect([hidden.status, await hidden.text()]).toEqual([404, await missing.text()]);
    await api(admin).properties.setStatus({ id, status: 'approved' });
    const shown = await visitor.fetch(imageUrl);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(shown.headers.get('content-disposition')).toBeNull();
  });

  test('that comes with the renewed cookie of a session is stored by no shared cache', async () => {
    const { id, imageUrl } = await withPicture();
    await api(admin).properties.setStatus({ id, status: 'approved' });
    const client = server.client();
    await client.signIn(owner.email);
    await t.platform.db.execute(sql`update sessions set expire = now() + interval '1 hour'`);
    const { headers } = await client.fetch(imageUrl);
    expect(headers.getSetCookie()).toHaveLength(1);
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  });

  test('of a hidden property is for its owner and admins, and stored by no cache', async () => {
    const { imageUrl } = await withPicture();
    const answers = [];
    for (const person of [owner, admin, await aUser(t.platform)]) {
      const client = server.client();
      await client.signIn(person.email);
      const { status, headers } = await client.fetch(imageUrl);
      answers.push([status, headers.get('cache-control')]);
    }
    expect(answers.slice(0, 2)).toEqual([
      [200, 'private, no-store'],
      [200, 'private, no-store'],
    ]);
    expect(answers[2]?.[0]).toBe(404);
  });

  test('of a corrected submission is fetched when its address changed, and the old copy is deleted', async () => {
    const { id, imageUrl } = await withPicture();
    const first = (await versionsOf(id)).latest.submission.imageUrl ?? '';
    const asked = () => web.asked.filter((url) => url === first).length;
    await resubmit(id, first);
    await drain();
    expect([await imageOf(id), asked()]).toEqual([imageUrl, 1]);
    web.publish('https://pictures.example/new.png', await aPhoto({ format: 'png' }));
    await resubmit(id, 'https://pictures.example/new.png');
    expect(await imageOf(id)).toBeNull();
    await drain();
    const newest = await imageOf(id);
    expect(newest).toMatch(PROPERTY_IMAGES_PATH);
    expect(newest).not.toBe(imageUrl);
    await resubmit(id, newest);
    expect(await imageOf(id)).toBe(newest);
    await resubmit(id, null);
    expect(await imageOf(id)).toBeNull();
    const seen = await versionsOf(id);
    expect([seen.latest, ...seen.earlier].map(({ submission }) => submission.imageUrl)).toEqual([
      null,
      'https://pictures.example/new.png',
      'https://pictures.example/new.png',
      first,
      first,
    ]);
    const files = await t.platform.db.select().from(storedFiles);
    const left = files.filter((file) => [imageUrl, newest].includes(`${PROPERTY_IMAGES_PATH}${file.id}`));
    expect(left.filter(({ status }) => status === 'stored')).toEqual([]);
  });

  test('of a corrected property that has holders is for its owner and admins until it is approved', async () => {
    const { id } = await withPicture();
    const set = (status: 'approved' | 'pending') => api(admin).properties.setStatus({ id, status });
    await set('approved');
    const holder = await aUser(t.platform, { cash: 200_000 });
    await api(holder).investing.invest({ propertyId: id, shares: 10, requestId: newKey() });
    const shownTo = async (person: Person) => (await api(person).properties.detail({ id })).imageUrl;
    await t.platform.jobs.drain();
    t.clock.advance(3 * DAY);
    await t.platform.jobs.drain();
    await set('pending');
    const url = 'https://pictures.example/renovated.png';
    web.publish(url, await aPhoto({ format: 'png' }));
    await resubmit(id, url);
    await drain();
    const submitted = await shownTo(owner);
    expect(submitted).toMatch(PROPERTY_IMAGES_PATH);
    expect([await shownTo(admin), await shownTo(holder)]).toEqual([submitted, null]);
    expect((await api(holder).portfolio.overview()).holdings).toMatchObject([{ imageUrl: null }]);
    await resubmit(id, submitted);
    expect([await shownTo(owner), await shownTo(holder)]).toEqual([submitted, null]);
    await set('approved');
    expect([await shownTo(owner), await shownTo(holder)]).toEqual([submitted, submitted]);
  });

  test('that could not be fetched is fetched again with a corrected submission', async () => {
    const url = 'https://pictures.example/late.png';
    const { id } = await submit(url);
    await drain();
    expect(await imageOf(id)).toBeNull();
    web.publish(url, await aPhoto({ format: 'png' }));
    await resubmit(id, url);
    await drain();
    expect(await imageOf(id)).toMatch(PROPERTY_IMAGES_PATH);
  });

  test('can be used again by its owner, and by nobody else', async () => {
    const { imageUrl } = await withPicture();
    const again = await submit(imageUrl);
    expect(await imageOf(again.id)).toBe(imageUrl);
    expect(await refusalOf(submit(imageUrl, await aUser(t.platform)))).toBe('IMAGE_NOT_FOUND');
  });

  test('is downloaded for one person sixty times an hour at most', async () => {
    const limited = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
    const person = { ...(await aUser(t.platform)), platform: limited };
    const more = () => submit('https://pictures.example/many.png', person);
    const first = {
      submission: { ...offer, imageUrl: 'https://pictures.example/many.png' },
      requestId: newKey(),
    };
    const submitted = await api(person).properties.submit(first);
    for (let many = 1; many < 60; many += 1) await more();
    expect(await refusalOf(more())).toBe('RATE_LIMITED');
    // A retry whose answer was lost gets it all the same.
    expect(await api(person).properties.submit(first)).toEqual(submitted);
    const { id, imageUrl } = await submit('', person);
    expect(imageUrl).toBeNull();
    const corrected = { ...offer, imageUrl: 'https://pictures.example/many.png' };
    await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'No deed.' });
    const again = api(person).properties.resubmit({ id, submission: corrected, requestId: newKey() });
    expect(await refusalOf(again)).toBe('RATE_LIMITED');
  });

  test('is stored also when the account was frozen after it was sent, so that its job ends', async () => {
    const person = await aUser(t.platform);
    const url = 'https://pictures.example/frozen.png';
    web.publish(url, await aPhoto({ format: 'png' }));
    const { id } = await submit(url, person);
    await api(admin).freezes.freezeAccount({ userId: person.id, reason: 'We look into it.' });
    await drain();
    expect((await api(person).properties.detail({ id })).imageUrl).toContain(PROPERTY_IMAGES_PATH);
  });

  test('is allowed by the policy of our pages without any other site', async () => {
    const response = await server.client().fetch('/healthz');
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
  });
});

describe('a picture that cannot be shown', () => {
  test.each([
    ['address', 'does not lead to a public website'],
    ['missing', 'does not exist'],
    ['tooLarge', 'larger than 10 MB'],
    ['a PDF', 'not lead to a JPEG'],
    ['text', 'not lead to a JPEG'],
    ['half a photo', 'damaged'],
  ])('leaves the drawing, and its owner learns why: %s', async (what, reason) => {
    const person = await aUser(t.platform);
    const url = `https://pictures.example/${encodeURIComponent(what)}`;
    const photo = await aPhoto({ format: 'png', width: 2_000, height: 2_000 });
    const files: Record<string, Uint8Array> = {
      'a PDF': aPdf(),
      text: Buffer.from('<html>no picture</html>'),
      'half a photo': photo.subarray(0, photo.length / 2),
    };
    web.publish(url, files[what] ?? (what as 'missing'));
    const { id } = await submit(url, person);
    await drain();
    expect((await api(person).properties.detail({ id })).imageUrl).toBeNull();
    const [notice] = await noticesOf(person);
    expect(notice).toMatchObject({ title: 'Picture not added', actionUrl: `/property/${id}` });
    expect(notice?.message).toContain(reason);
    const left = await t.platform.db.select().from(storedFiles).where(eq(storedFiles.userId, person.id));
    expect(left).toEqual([]);
  });

  test('because the property was approved before it arrived stays away, and its owner learns why', async () => {
    const person = await aUser(t.platform);
    const url = 'https://down.example/later.png';
    web.publish(url, 'unreachable');
    const { id } = await submit(url, person);
    await drain();
    await api(admin).properties.setStatus({ id, status: 'approved' });
    web.publish(url, await aPhoto());
    t.clock.advance(16 * MINUTE);
    await drain();
    expect((await api(person).properties.detail({ id })).imageUrl).toBeNull();
    const notices = await noticesOf(person);
    expect(notices.find(({ title }) => title === 'Picture not added')?.message).toContain(
      'approved before the image arrived',
    );
    expect(web.asked.filter((one) => one === url)).toHaveLength(1);
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'No deed.' });
    await api(person).properties.resubmit({
      id,
      submission: { ...offer, imageUrl: url },
      requestId: newKey(),
    });
    await drain();
    expect((await api(person).properties.detail({ id })).imageUrl).toMatch(PROPERTY_IMAGES_PATH);
  });

  test('because the property was approved while it was downloaded stays away as well', async () => {
    const person = await aUser(t.platform);
    const url = 'https://pictures.example/slow.png';
    const { id } = await submit(url, person);
    const photo = await aPhoto();
    const slow: TestWeb = {
      ...web,
      async download() {
        await api(admin).properties.setStatus({ id, status: 'approved' });
        return photo;
      },
    };
    await propertyJobs.handlers['properties.fetchImage'](systemOf({ ...t.platform, publicDownloads: slow }), {
      propertyId: id,
      at: t.clock.now().toISOString(),
    });
    expect((await api(person).properties.detail({ id })).imageUrl).toBeNull();
    const titles = (await noticesOf(person)).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Picture not added', 'Property approved']);
  });

  test('because the website is down is tried again for an hour', async () => {
    const person = await aUser(t.platform);
    const url = 'https://down.example/house.png';
    web.publish(url, 'unreachable');
    const { id } = await submit(url, person);
    const lost = await submit('https://down.example/other.png', person);
    web.publish('https://down.example/other.png', 'unreachable');
    await drain();
    expect(await noticesOf(person)).toEqual([]);
    web.publish(url, await aPhoto());
    t.clock.advance(16 * MINUTE);
    await drain();
    expect((await api(person).properties.detail({ id })).imageUrl).not.toBeNull();
    t.clock.advance(HOUR);
    await drain();
    expect((await noticesOf(person)).map(({ message }) => message)).toEqual([
      expect.stringContaining('did not respond in time'),
    ]);
    expect((await api(person).properties.detail({ id: lost.id })).imageUrl).toBeNull();
  });
});
