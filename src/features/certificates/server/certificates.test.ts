import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import decodeQr from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareCertificates } from '#db/schema/certificates.ts';
import { properties } from '#db/schema/properties.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { checkInvariants } from '#platform/server/verification/invariants.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  newKey,
  type Person,
  personOf,
} from '#tests/support/actors.ts';
import { personal, verifyIdentity } from '#tests/support/applicants.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { blackRectanglesOfPdf, type FilledRectangle, textOfPdf } from '#tests/support/pdf-text.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { certificateInvariants } from './verify-certificates.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
let ben: Person;
let propertyId: number;

beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  [ada, ben] = [await aUser(t.platform, { cash: 500_000 }), await aUser(t.platform, { cash: 500_000 })];
  ({ id: propertyId } = await anApprovedProperty(t.platform, { admin, name: 'Maple Court' }));
  await api(ada).investing.invest({ propertyId, shares: 10, requestId: newKey() });
  await t.platform.jobs.drain();
});
afterAll(() => t?.close());

const issue = (person: Person) => api(person).certificates.issue({ propertyId, requestId: newKey() });
const visitor = () => api(contextOf(t.platform));

const PIXELS_PER_POINT = 4;
const QUIET_POINTS = 16;

/** A picture of black squares on white paper, with a byte for each of red, green and blue. */
function pictureOf(squares: readonly FilledRectangle[]) {
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))];
  const right = Math.max(...squares.map(({ x, width }) => x + width));
  const bottom = Math.max(...squares.map(({ y, height }) => y + height));
  const pixels = (points: number) => Math.round((points + QUIET_POINTS) * PIXELS_PER_POINT);
  const [width, height] = [pixels(right - left + QUIET_POINTS), pixels(bottom - top + QUIET_POINTS)];
  const data = new Uint8Array(width * height * 3).fill(255);
  for (const one of squares) {
    for (let y = pixels(one.y - top); y < pixels(one.y - top + one.height); y += 1) {
      const row = y * width;
      const [from, to] = [row + pixels(one.x - left), row + pixels(one.x - left + one.width)];
      data.fill(0, from * 3, to * 3);
    }
  }
  return { width, height, data };
}

describe('a share certificate', () => {
  test('shows anyone the entry of the register without a name, and whether it is still so', async () => {
    const { code } = await issue(ada);
    const checked = await visitor().certificates.verify({ code: code.toLowerCase().replaceAll('-', '') });
    expect(checked).toMatchObject({ code, propertyName: 'Maple Court', shares: 10, isStillHeld: true });
    expect(JSON.stringify(checked)).not.toMatch(/Ada|Quill|@/);
    const order = { propertyId, shares: 3, pricePerShareCents: 10_000 };
    const { id: listingId } = await api(ada).resale.openListing({ ...order, requestId: newKey() });
    expect(await visitor().certificates.verify({ code })).toMatchObject({ isStillHeld: true });
    await api(ben).resale.buyShares({
      listingId,
      shares: 3,
      expectedTotalCents: 30_000,
      requestId: newKey(),
    });
    expect(await visitor().certificates.verify({ code })).toMatchObject({ shares: 10, isStillHeld: false });
    const findings = await checkInvariants(t.platform.db, certificateInvariants);
    expect(findings).toMatchObject([{ checked: 1, drifted: 0 }]);
  });

  test('is right in verify also when a sale of an earlier moment commits after it', async () => {
    const { code, issuedAt } = await issue(ada);
    const order = { propertyId, shares: 1, pricePerShareCents: 10_000 };
    // A command takes its moment before it waits for the locks that the certificate holds.
    t.clock.moveTo(new Date(Date.parse(issuedAt) - MINUTE));
    const { id: listingId } = await api(ada).resale.openListing({ ...order, requestId: newKey() });
    const bought = { listingId, shares: 1, expectedTotalCents: 10_000, requestId: newKey() };
    await api(ben).resale.buyShares(bought);
    t.clock.moveTo(new Date(issuedAt));
    expect(await visitor().certificates.verify({ code })).toMatchObject({ isStillHeld: false });
    const [checked] = await checkInvariants(t.platform.db, certificateInvariants);
    expect(checked).toMatchObject({ drifted: 0 });
  });

  test('is signed: its text and signature are checked with the published key alone', async () => {
    const { code } = await issue(ada);
    const { content } = await api(ada).documentCenter.archive({ ids: [`certificate:${code}`] });
    const files = unzipSync(Buffer.from(content, 'base64'));
    const [text, signature] = ['txt', 'sig'].map((kind) => files[`commonhold-certificate-${code}.${kind}`]);
    const [key] = await t.platform.signer.publicKeys();
    const publicKey = createPublicKey(key?.pem ?? '');
    if (!text || !signature) throw new Error('the proof is missing');
    expect(verify(null, text, publicKey, signature)).toBe(true);
    expect(
      verify(
        null,
        Buffer.from(text).map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
        publicKey,
        signature,
      ),
    ).toBe(false);
    expect(Buffer.from(text).toString()).toContain('Shares: 6 of 100');
    const pdf = await textOfPdf(files[`commonhold-certificate-${code}.pdf`] as Uint8Array);
    for (const said of ['Maple Court', code, Buffer.from(signature).toString('base64')])
      expect(pdf.replaceAll('\n', '')).toContain(said);
    const keys = `${t.platform.origin}/api/certificates/keys`;
    expect(pdf.replaceAll(/\s/g, '')).toContain(keys);
  });

  test('has a QR code that reads as the address of its public page', async () => {
    const { code } = await issue(ada);
    const { content } = await api(ada).documentCenter.file({ id: `certificate:${code}` });
    const squares = await blackRectanglesOfPdf(Buffer.from(content, 'base64'));
    const address = new URL(decodeQr(pictureOf(squares), { timeLimit: MINUTE }));
    expect(address.origin).toBe(t.platform.origin);
    const [, page, read = ''] = address.pathname.split('/');
    expect([page, read]).toEqual(['verify', code]);
    expect(await visitor().certificates.verify({ code: read })).toMatchObject({ code, isStillHeld: true });
  });

  test('is checked offline by the command of the documentation, which the PDF has too', async () => {
    const { code } = await issue(ada);
    const { content } = await api(ada).documentCenter.archive({ ids: [`certificate:${code}`] });
    const files = unzipSync(Buffer.from(content, 'base64'));
    const page = await readFile('docs/script-developers.md', 'utf8');
    const command = /^openssl .*$/m.exec(page)?.[0].replaceAll('CODE', code) ?? '';
    const pdf = await textOfPdf(files[`commonhold-certificate-${code}.pdf`] as Uint8Array);
    expect(pdf.replaceAll(/\s/g, '')).toContain(command.replaceAll(' ', ''));
    const folder = await mkdtemp(path.join(tmpdir(), 'certificate-'));
    const [key] = await t.platform.signer.publicKeys();
    await writeFile(path.join(folder, 'key.pem'), key?.pem ?? '');
    for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(folder, name), bytes);
    const [program = '', ...options] = command.split(' ');
    const check = () => promisify(execFile)(program, options, { cwd: folder });
    expect((await check()).stdout).toContain('Verified Successfully');
    await appendFile(path.join(folder, `commonhold-certificate-${code}.txt`), ' ');
    await expect(check()).rejects.toThrow();
    await rm(folder, { recursive: true });
  });

  test('is of the name of the checked identity, as the register is, whatever the account is called', async () => {
    const checked = await aUser(t.platform, { cash: 50_000 });
    await api(checked).investing.invest({ propertyId, shares: 1, requestId: newKey() });
    await verifyIdentity(checked, '287-65-4321');
    await api(checked).identity.updateProfile({ firstName: 'Somebody', lastName: 'Else' });
    const { code } = await issue(checked);
    const { content } = await api(checked).documentCenter.file({ id: `certificate:${code}` });
    const shown = await textOfPdf(Buffer.from(content, 'base64'));
    expect(shown.split('\n')).toContain(`Holder: ${personal.firstName} ${personal.lastName}`);
    expect(shown.indexOf(`${personal.firstName} ${personal.lastName}`)).toBeLessThan(
      shown.indexOf('How to verify it'),
    );
    expect(shown).not.toContain('Somebody');
  });

  test('is the same bytes from then on, and nobody else gets it', async () => {
    const { code } = await issue(ada);
    const id = `certificate:${code}`;
    const [first, second] = [
      await api(ada).documentCenter.file({ id }),
      await api(ada).documentCenter.file({ id }),
    ];
    expect(second).toEqual(first);
    expect(await refusalOf(api(ben).documentCenter.file({ id }))).toBe('CERTIFICATE_NOT_FOUND');
    await expect(t.platform.db.execute(sql`delete from share_certificates`)).rejects.toThrow();
  });

  test.each([
    ['the name', { name: 'Elm, Court' }, 'Maple, Court', 'Austin, TX'],
    ['the location', { location: 'Dallas, TX' }, 'Maple, Court', 'Austin, TX'],
    ['both', { name: 'Elm Court', location: 'Dallas, TX' }, 'Maple', 'Court, Austin, TX'],
  ])('says what was signed after %s of the property changed', async (_, change, propertyName, location) => {
    const { id } = await anApprovedProperty(t.platform, {
      admin: await anAdmin(t.platform),
      shares: 10,
      price: 1_000,
    });
    const edit = (facts: { name?: string; location?: string }) =>
      t.platform.db.update(properties).set(facts).where(eq(properties.id, id));
    await edit({ name: 'Maple, Court', location: 'Austin, TX' });
    await api(ada).investing.invest({ propertyId: id, shares: 10, requestId: newKey() });
    await t.platform.jobs.drain();
    const { code } = await api(ada).certificates.issue({ propertyId: id, requestId: newKey() });
    await edit(change);
    expect(await visitor().certificates.verify({ code })).toMatchObject({ propertyName, location });
    const { items } = await api(ada).documentCenter.list();
    const entry = items.find((one) => one.id === `certificate:${code}`);
    expect(entry?.name).toBe(`Share certificate: ${propertyName}`);
    const { content } = await api(ada).documentCenter.file({ id: `certificate:${code}` });
    const shown = await textOfPdf(Buffer.from(content, 'base64'));
    for (const said of [`Property ${propertyName}`, `Property: ${id}, Maple, Court, Austin, TX`])
      expect(shown.split('\n')).toContain(said);
    expect(shown).toContain(`${location}. An extract`);
    expect(shown).not.toMatch(/Elm|Dallas/);
  });

  test('is issued once for one request, and to nobody without shares', async () => {
    t.clock.advance(DAY);
    const before = await t.platform.db.$count(shareCertificates);
    const requestId = newKey();
    const ask = () => api(ada).certificates.issue({ propertyId, requestId });
    expect(await ask()).toEqual(await ask());
    expect(await t.platform.db.$count(shareCertificates)).toBe(before + 1);
    expect(await refusalOf(issue(await aUser(t.platform)))).toBe('NO_SHARES');
  });

  test('is refused while its PDF could not show exactly what is signed, and shows it from then on', async () => {
    const named = (firstName: string, lastName: string) =>
      api(ada).identity.updateProfile({ firstName, lastName });
    await named('小明', '王');
    expect(await refusalOf(issue(ada))).toBe('NAME_NOT_DRAWABLE');
    const statements = await api(ada).reports.file({ kind: 'statements', format: 'pdf' });
    const holder = (await textOfPdf(Buffer.from(statements.content, 'base64'))).replaceAll('\n', ' ');
    expect(holder).toContain(`Account ${ada.id}, whose name`);
    const setName = (name: string) =>
      t.platform.db.update(properties).set({ name }).where(eq(properties.id, propertyId));
    await named('Zoe\u0308', 'Παππάς');
    await setName('東京 House');
    expect(await refusalOf(issue(ada))).toBe('PROPERTY_NOT_DRAWABLE');
    await setName('Maple Court');
    const { code } = await issue(ada);
    const { content } = await api(ada).documentCenter.archive({ ids: [`certificate:${code}`] });
    const files = unzipSync(Buffer.from(content, 'base64'));
    const [signed, pdf] = ['txt', 'pdf'].map((kind) => files[`commonhold-certificate-${code}.${kind}`]);
    const shown = await textOfPdf(pdf as Uint8Array);
    const lines = Buffer.from(signed as Uint8Array)
      .toString()
      .trimEnd()
      .split('\n');
    expect(lines).toContain('Holder: Zoë Παππάς (name not verified)');
    for (const line of lines) expect(shown.split('\n')).toContain(line);
  });

  test('is refused while what its owner corrected of the property is in review', async () => {
    const owner = await aUser(t.platform);
    const { id } = await anApprovedProperty(t.platform, { admin, owner, name: 'Elm House' });
    await api(ben).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
    await t.platform.jobs.drain();
    const ask = () => api(ben).certificates.issue({ propertyId: id, requestId: newKey() });
    const isOffMarket = async () =>
      (await api(ben).documentCenter.list()).holdings.find((one) => one.propertyId === id)?.isOffMarket;
    const place = { location: 'Austin, TX', propertyType: 'residential' } as const;
    const figures = { pricePerShare: '100.00', totalShares: 100, annualYield: '7.50', minimumShares: 0 };
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'The name.' });
    const submission = { ...place, ...figures, name: 'Royal Palace' };
    await api(owner).properties.resubmit({ id, submission, requestId: newKey() });
    expect(await refusalOf(ask())).toBe('PROPERTY_IN_REVIEW');
    expect(await isOffMarket()).toBe(true);
    await api(admin).properties.setStatus({ id, status: 'approved' });
    expect(await isOffMarket()).toBe(false);
    const { code } = await ask();
    expect(await visitor().certificates.verify({ code })).toMatchObject({ propertyName: 'Royal Palace' });
  });

  test('cannot be found by guessing: of a thousand tries of an address in an hour 60 are answered', async () => {
    const limited = await testPlatform({ env: { RATE_LIMITS: 'on' } });
    const guess = () =>
      refusalOf(api(contextOf(limited.platform)).certificates.verify({ code: '0000-0000-0000-0000' }));
    const answers = new Map<string, number>();
    for (let tries = 0; tries < 1_000; tries += 1) {
      const answer = await guess();
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
    expect(Object.fromEntries(answers)).toEqual({ CERTIFICATE_NOT_FOUND: 60, RATE_LIMITED: 940 });
    await limited.close();
  });

  test('is the same one for the rest of the day, until the shares or the name on it change', async () => {
    const cleo = await aUser(t.platform, { cash: 500_000 });
    const own = () => t.platform.db.$count(shareCertificates, eq(shareCertificates.userId, cleo.id));
    await api(cleo).investing.invest({ propertyId, shares: 10, requestId: newKey() });
    const first = await issue(cleo);
    expect(await issue(cleo)).toEqual(first);
    expect(await Promise.all([issue(cleo), issue(cleo)])).toEqual([first, first]);
    expect(await own()).toBe(1);
    await api(cleo).identity.updateProfile({ firstName: 'Cleo', lastName: 'Otherwise' });
    const renamed = await issue(cleo);
    await api(cleo).investing.invest({ propertyId, shares: 1, requestId: newKey() });
    const more = await issue(cleo);
    t.clock.advance(DAY);
    expect(new Set([first, renamed, more, await issue(cleo)].map(({ code }) => code)).size).toBe(4);
    expect(await own()).toBe(4);
  });

  test('is asked for a hundred times a day at most', async () => {
    const limited = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
    const eager = await personOf(limited, { ...ben, role: 'user' });
    for (let spent = 0; spent < 100; spent += 1) await limited.limits.consume('certificate', eager.caller);
    expect(await refusalOf(issue(eager))).toBe('RATE_LIMITED');
  });
});

describe('legal documents', () => {
  test('are accepted at sign-up, in the versions that are in effect', async () => {
    const { items } = await api(await aUser(t.platform)).documentCenter.list();
    const legal = items.filter(({ category }) => category === 'legal');
    expect(legal).toHaveLength(3);
    for (const one of legal) expect(one.legal?.acceptedAt).not.toBeNull();
  });

  test('of another version than the current one cannot be accepted', async () => {
    expect(await refusalOf(api(ada).legal.accept({ id: 'terms', version: 2 }))).toBe('OLD_VERSION');
  });
});
